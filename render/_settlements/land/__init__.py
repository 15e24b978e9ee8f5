"""The bare ground of the map: regions, the sea or the prairie round them, the compass rose."""

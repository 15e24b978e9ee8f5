"""The pictures of Massalia: the board so far, sea and land with what lies on them."""

"""Questions to people: motions, requests, offers of seats, invitations, referees."""

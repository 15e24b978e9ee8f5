-- Players who tie are rated by the mean over the orders in which they could have come; the ratings of
-- all games that were ever played are computed anew, a few at a time, from how their seats came out.
DELETE FROM rating;
DELETE FROM ai_rating;
UPDATE result SET rated = 0;

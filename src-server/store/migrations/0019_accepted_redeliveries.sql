-- The time of the next attempt now marks a redelivery requested during an attempt; before, it was the attempt's own.
UPDATE `deliveries` SET `next_attempt_ms` = NULL WHERE `sending` = 1;

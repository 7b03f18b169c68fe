-- A webhook's deliveries have numbers in the order of their events, so its turns are found by status: an index less for each delivery to keep.
DROP INDEX delivery_turn;

-- Who made a version: the name of a token, NULL where it was made without one.
ALTER TABLE version ADD COLUMN author TEXT;

-- What a database that was restored from a backup does not know: the last version number that the lost one may have given to a list which
-- the backup does not have. Numbers of a list that is made under a new id come after it; 0 where nothing was restored.
CREATE TABLE restored (
    version INTEGER NOT NULL
);
INSERT INTO restored VALUES (0);

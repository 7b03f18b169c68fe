-- Registered cell types.

CREATE TABLE cell_type (
    name TEXT PRIMARY KEY,
    schema TEXT,                     -- JSON text as it was sent, NULL where values are free
    reuse_identifier TEXT,
    estimated_height TEXT,           -- a JSON number as it was sent
    fallback TEXT,
    description TEXT NOT NULL
);

-- The registry's version: one row. 0 where no type was ever registered.
CREATE TABLE cell_type_registry (
    version INTEGER NOT NULL
);
INSERT INTO cell_type_registry VALUES (0);

-- The lists that have had items of a type.
CREATE INDEX type_name_use ON type_name (name);

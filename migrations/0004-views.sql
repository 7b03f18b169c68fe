-- Views: lists whose content is made of another list's. Their definitions are among the properties of their versions.
CREATE TABLE view (
    list INTEGER PRIMARY KEY,        -- the view's number
    source TEXT NOT NULL,            -- the id of its source, which may have no list
    behind INTEGER                   -- of a view that could not be brought up to date: the source's version that it shows, 0 for none
);

-- Of a version of a view: the source's version that it was made for, and the last one that the version before was right for.
ALTER TABLE version ADD COLUMN source INTEGER;
ALTER TABLE version ADD COLUMN source_before INTEGER;

-- Inserts an item in the middle of a section, and deletes one there in turn, so that the list keeps its length:
-- wrk … -s inserts.lua URL -- PATH ITEMS
local here = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
dofile(here .. "threads.lua")

function init(arguments)
    path, items = begin(arguments)
    headers = { ["Content-Type"] = "application/json" }
    inserts = false
end

function request()
    local middle = math.floor(items / 2)
    inserts = not inserts
    if not inserts then return wrk.format("DELETE", path .. "/items/0-" .. middle) end
    local body = '{"item":{"value":{"name":"' .. unseen() .. '","city":"Lisbon"}},"index":' .. middle .. "}"
    return wrk.format("POST", path .. "/sections/0/items", headers, body)
end

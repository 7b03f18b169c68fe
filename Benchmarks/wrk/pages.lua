-- Pages of 50 at random offsets: wrk … -s pages.lua URL -- PATH ITEMS [FIRST LAST]
-- With FIRST and LAST each page is also of a random version between them, so that a short list has many pages too.
local here = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
dofile(here .. "threads.lua")

function init(arguments)
    path, items = begin(arguments)
    first, last = tonumber(arguments[3]), tonumber(arguments[4])
end

function request()
    local target = path .. "?offset=" .. math.random(0, items - 50) .. "&limit=50"
    if first then target = target .. "&at=" .. math.random(first, last) end
    return wrk.format("GET", target)
end

-- Merge patches of random items, each with a value that was never there before, so that each makes a version:
-- wrk … -s patches.lua URL -- PATH ITEMS
local here = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
dofile(here .. "threads.lua")

function init(arguments)
    path, items = begin(arguments)
    headers = { ["Content-Type"] = "application/merge-patch+json" }
end

function request()
    return wrk.format("PATCH", path .. math.random(0, items - 1), headers, '{"name":"' .. unseen() .. '"}')
end

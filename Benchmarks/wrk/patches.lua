-- Merge patches of random items, each with a value that was never there before, so that each makes a version:
-- wrk … -s patches.lua URL -- PATH ITEMS
local here = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
dofile(here .. "result.lua")

local threads = 0
function setup(thread)
    threads = threads + 1
    thread:set("number", threads)
end

function init(arguments)
    math.randomseed(os.time() * 64 + number)
    path, items = arguments[1], tonumber(arguments[2])
    round, count = os.time() .. "." .. math.random(1, 1000000000) .. "." .. number .. ".", 0
    headers = { ["Content-Type"] = "application/merge-patch+json" }
end

function request()
    count = count + 1
    return wrk.format("PATCH", path .. math.random(0, items - 1), headers, '{"name":"' .. round .. count .. '"}')
end

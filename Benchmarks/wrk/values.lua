-- New values of ten properties for random items, each unlike any before, so that each makes a version:
-- wrk … -s values.lua URL -- PATH ITEMS
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
    headers = { ["Content-Type"] = "application/json" }
end

function request()
    count = count + 1
    local value = '{"title":"' .. round .. count .. '","subtitle":"as it came","city":"Lisbon","country":"PT","rating":4.5,'
        .. '"reviews":' .. count .. ',"isOpen":true,"tags":["a","b"],"image":"https://example.com/1.jpg","note":null}'
    return wrk.format("PUT", path .. math.random(0, items - 1), headers, value)
end

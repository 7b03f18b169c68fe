-- New values of ten properties for random items, each unlike any before, so that each makes a version:
-- wrk … -s values.lua URL -- PATH ITEMS
local here = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
dofile(here .. "threads.lua")

function init(arguments)
    path, items = begin(arguments)
    headers = { ["Content-Type"] = "application/json" }
end

function request()
    local value = '{"title":"' .. unseen() .. '","subtitle":"as it came","city":"Lisbon","country":"PT","rating":4.5,'
        .. '"reviews":' .. math.random(0, 9999) .. ',"isOpen":true,"tags":["a","b"],"image":"https://example.com/1.jpg","note":null}'
    return wrk.format("PUT", path .. math.random(0, items - 1), headers, value)
end

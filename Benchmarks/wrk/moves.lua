-- Moves of random items to random rows of their section: wrk … -s moves.lua URL -- PATH ITEMS
local here = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
dofile(here .. "threads.lua")

function init(arguments)
    path, items = begin(arguments)
    headers = { ["Content-Type"] = "application/json" }
end

function request()
    local target = path .. "/items/0-" .. math.random(0, items - 1) .. "/move"
    return wrk.format("POST", target, headers, '{"to":[0,' .. math.random(0, items - 1) .. ']}')
end

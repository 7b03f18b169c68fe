-- What the scripts of random requests share: each thread has a number, random numbers of its own, and texts that were never there before.
local here = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
dofile(here .. "result.lua")

local threads = 0
function setup(thread)
    threads = threads + 1
    thread:set("number", threads)
end

-- Returns the path and how many items there are.
function begin(arguments)
    math.randomseed(os.time() * 64 + number)
    round, count = os.time() .. "." .. math.random(1, 1000000000) .. "." .. number .. ".", 0
    return arguments[1], tonumber(arguments[2])
end

function unseen()
    count = count + 1
    return round .. count
end

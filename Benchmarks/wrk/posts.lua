-- The same POST again and again, as a webhook is sent: wrk … -s posts.lua URL -- BODY
local here = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
dofile(here .. "result.lua")

function init(arguments)
    wrk.method, wrk.body = "POST", arguments[1]
    wrk.headers["Content-Type"] = "application/json"
    wrk.headers["User-Agent"] = "Sectional"
    wrk.headers["webhook-id"] = "019cd5a0-1b7e-7000-9c3d-5e6f70819203"
    wrk.headers["webhook-timestamp"] = "1700000000"
    wrk.headers["webhook-signature"] = "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
end

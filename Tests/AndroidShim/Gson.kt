package com.google.gson

class Gson {
    fun <T> fromJson(json: String, classOfT: Class<T>): T = throw NotImplementedError()
    fun toJson(src: Any?): String = throw NotImplementedError()
}

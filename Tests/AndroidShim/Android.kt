package android.content

import java.io.File

/** Names and signatures of Android, as far as the guide for it goes. Nothing here does anything. */
open class Context {
    val noBackupFilesDir: File get() = File("")
    fun <T> getSystemService(serviceClass: Class<T>): T = throw NotImplementedError()
}

package sectional

import java.io.File
import java.io.FileOutputStream
import java.io.IOException

/**
 * The writes of a list, on disk: a line each, a line for each answer, and a line for each that is needed no more. An answered write is kept
 * until a snapshot has what it made, so that each row shows the last value that was written to it from every start on.
 *
 * A line is in the system's hands when a method returns, so it survives the app; it is on the disk after [synchronize]. A process has one of
 * these for a file. Called from any thread.
 */
internal class OutboxFile(private val file: File) {
    private val entries = LinkedHashMap<String, PendingWrite>()
    private var out: FileOutputStream? = null

    init {
        if (file.exists()) for (line in file.readLines()) read(line)
    }

    /** A line that was cut off by a crash is left out: its write was never sent. */
    private fun read(line: String) {
        try {
            @Suppress("UNCHECKED_CAST")
            val json = JSON.read(line) as Map<String, Any?>
            when {
                "write" in json -> PendingWrite.of(json.child("write")).let { entries[it.key] = it }
                "done" in json -> entries.remove(json.text("done"))
                "answered" in json -> entries[json.text("answered")]?.let { write ->
                    val revisions = json.child("revisions").mapValues { (it.value as Number).toLong() }
                    entries[write.key] = write.copy(isSent = true, answer = PendingWrite.Answer(json.number("version"), revisions))
                }
            }
        } catch (error: RuntimeException) {
            return
        }
    }

    @get:Synchronized
    val writes: List<PendingWrite> get() = entries.values.toList()

    /** Takes a write, new or changed. */
    @Synchronized
    fun put(write: PendingWrite) {
        append(mapOf("write" to write.json))
        entries[write.key] = write
    }

    /** Waits until all lines are on the disk, without holding up who appends meanwhile. */
    fun synchronize() {
        synchronized(this) { out }?.fd?.sync()
    }

    /** A write is refused, or needed no more. */
    @Synchronized
    fun remove(keys: Collection<String>) {
        val known = keys.filter { it in entries }
        if (known.isEmpty()) return
        entries.keys.removeAll(known)
        if (entries.isEmpty()) {
            // A write that comes back after a crash is sent again, and done once.
            out().channel.truncate(0)
        } else {
            for (key in known) append(mapOf("done" to key))
        }
    }

    /** @param saved the version of the snapshot that is on disk. */
    @Synchronized
    fun answered(key: String, answer: PendingWrite.Answer, saved: Long) {
        val write = entries[key] ?: return
        // Insertions and moves of items show nothing before the server's change comes.
        if (answer.version <= saved || write.parts.none { it.revision != null || it.section != null }) return remove(listOf(key))
        append(mapOf("answered" to key, "version" to answer.version, "revisions" to answer.revisions))
        entries[key] = write.copy(answer = answer)
    }

    /** A snapshot of this version is on disk. */
    @Synchronized
    fun saved(version: Long) = remove(entries.values.filter { it.answer != null && it.answer.version <= version }.map { it.key })

    /** No snapshot will have what was answered. */
    @Synchronized
    fun forgetAnswers() = remove(entries.values.filter { it.answer != null }.map { it.key })

    private fun append(line: Map<String, Any?>) {
        if (file.length() > LONGEST) compact()
        val out = out()
        val length = file.length()
        try {
            out.write("${JSON.write(line)}\n".toByteArray(Charsets.UTF_8))
        } catch (error: IOException) {
            // A part of the line would swallow the next.
            out.channel.truncate(length)
            throw error
        }
    }

    private fun out(): FileOutputStream {
        out?.let { if (file.exists()) return it }
        file.absoluteFile.parentFile.mkdirs()
        val isTorn = file.length() > 0 && !file.readText().endsWith("\n")
        return FileOutputStream(file, true).also {
            if (isTorn) it.write(0x0A)
            out = it
        }
    }

    /** Writes the file anew, with what is needed. */
    private fun compact() {
        val text = StringBuilder()
        for (write in entries.values) {
            text.append(JSON.write(mapOf("write" to write.json))).append('\n')
            write.answer?.let {
                text.append(JSON.write(mapOf("answered" to write.key, "version" to it.version, "revisions" to it.revisions))).append('\n')
            }
        }
        replace(file, text.toString())
        out?.close()
        out = null
    }

    companion object {
        /** Bytes from which on a file is written anew. */
        private const val LONGEST = 256L * 1_024
        private val files = HashMap<String, OutboxFile>()

        /** All of a process use one for a file. */
        fun shared(file: File): OutboxFile = synchronized(files) { files.getOrPut(file.absolutePath) { OutboxFile(file) } }

        /** Replaces a file as a whole: a process that is killed leaves the old one or the new one. */
        fun replace(file: File, text: String) {
            val new = File(file.path + ".new")
            new.absoluteFile.parentFile.mkdirs()
            FileOutputStream(new).use {
                it.write(text.toByteArray(Charsets.UTF_8))
                it.fd.sync()
            }
            if (!new.renameTo(file)) throw IOException("$file can't be replaced")
        }
    }
}

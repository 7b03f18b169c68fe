internal import CCrypto

/// One message on its way through AES-256-GCM in libcrypto. Its key schedule is wiped and freed with it.
struct CipherRun: ~Copyable {
    private let context: OpaquePointer

    private init(context: OpaquePointer) {
        self.context = context
    }

    /// Begins a message.
    ///
    /// - Parameters:
    ///   - key: ``AESGCM/keyByteCount`` bytes.
    ///   - nonce: ``AESGCM/nonceByteCount`` bytes.
    static func begin(encrypts: Bool, key: [UInt8], nonce: [UInt8]) throws(CryptoError) -> CipherRun {
        guard let context = EVP_CIPHER_CTX_new() else { throw CryptoError.failed("EVP_CIPHER_CTX_new") }
        let run = CipherRun(context: context)
        guard key.count == AESGCM.keyByteCount, nonce.count == AESGCM.nonceByteCount,
            EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce, encrypts ? 1 : 0) == 1
        else { throw CryptoError.failed("EVP_CipherInit_ex") }
        return run
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    /// Adds what is authenticated and not encrypted; before the message.
    borrowing func authenticate(_ bytes: [UInt8]) throws(CryptoError) {
        // Without bytes there is no address, and none at all would mean something else.
        guard !bytes.isEmpty else { return }
        var written: Int32 = 0
        guard let count = Int32(exactly: bytes.count), EVP_CipherUpdate(context, nil, &written, bytes, count) == 1 else {
            throw CryptoError.failed("EVP_CipherUpdate")
        }
    }

    /// Encrypts or decrypts the message. What was decrypted is not to be believed before ``finish()`` says so.
    borrowing func transform(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        var isDone = false
        let transformed = [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            var written: Int32 = 0
            guard let length = Int32(exactly: bytes.count) else { return }
            isDone = EVP_CipherUpdate(context, output.baseAddress, &written, bytes, length) == 1 && written == length
            count = isDone ? bytes.count : 0
        }
        guard isDone else { throw CryptoError.failed("EVP_CipherUpdate") }
        return transformed
    }

    /// Ends the message; of one that is decrypted, says whether its tag is right.
    borrowing func finish() -> Bool {
        // GCM has nothing left to write here, and the interface wants room for a block.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: AESGCM.tagByteCount) { rest in
            var written: Int32 = 0
            return EVP_CipherFinal_ex(context, rest.baseAddress, &written) == 1
        }
    }

    /// The tag of a message that is encrypted.
    borrowing func tag() throws(CryptoError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: AESGCM.tagByteCount)
        guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagByteCount), &tag) == 1 else {
            throw CryptoError.failed("EVP_CTRL_AEAD_GET_TAG")
        }
        return tag
    }

    /// Sets the tag that a message that is decrypted has to have.
    borrowing func expect(_ tag: [UInt8]) throws(CryptoError) {
        var tag = tag
        guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AESGCM.tagByteCount), &tag) == 1 else {
            throw CryptoError.failed("EVP_CTRL_AEAD_SET_TAG")
        }
    }
}

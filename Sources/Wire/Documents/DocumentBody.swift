import JSON
import Lists

/// Reads a body that is one document of the contract.
enum DocumentBody {
    /// - Throws: `malformed-json`, else `too-large` for the body or a part of it, else the first thing that `decode` has noted.
    static func read<Content>(
        _ body: [UInt8], _ limits: ContentLimits, _ decode: (inout DraftDecoder) throws(JSONSyntaxError) -> Content
    ) throws(RequestProblem) -> Content {
        guard body.count <= limits.body else {
            throw RequestProblem(.tooLarge, "A body has at most \(limits.body) bytes; this one has \(body.count).")
        }
        let outcome = body.withUnsafeBufferPointer { bytes in
            Result { () throws(JSONSyntaxError) in
                var decoder = try DraftDecoder(bytes, limits: limits)
                let content = try decode(&decoder)
                try decoder.reader.readEnd()
                return (content, decoder.problem)
            }
        }
        switch outcome {
        case .success((let content, nil)): return content
        case .success((_, let problem?)): throw problem
        case .failure(let error): throw RequestProblem(error)
        }
    }
}

extension DraftDecoder {
    /// Enters the body's object.
    ///
    /// - Returns: `false`, with a note, where it is something else.
    mutating func enterBody() throws(JSONSyntaxError) -> Bool {
        guard try reader.peekKind() == .object else {
            note(.invalidValue, "The body is an object.")
            _ = try reader.scanValue()
            return false
        }
        try reader.beginObject()
        return true
    }

    /// Passes a member that the document does not have, with a note.
    mutating func passUnknown(_ key: String, in thing: String) throws(JSONSyntaxError) {
        noteUnknown(key, in: thing)
        _ = try reader.scanValue()
    }
}

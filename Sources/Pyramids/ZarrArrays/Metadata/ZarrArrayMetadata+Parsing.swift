package import ImageMetadata
package import JSONDocuments

extension ZarrArrayMetadata {
    /// Reads the metadata of an array: the content of `.zarray`, or of `zarr.json`.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - version: the version of the format.
    ///   - file: the name of the file for messages.
    /// - Throws: `CodecError` naming the file, with the member that is damaged or not supported.
    package init(parsing bytes: [UInt8], version: Version, file: String) throws(CodecError) {
        self = try ZarrJSON.read(bytes, file: file) { object throws(JSONError) in
            switch version {
            case .version2: try ZarrArrayMetadata(version2: object)
            case .version3: try ZarrArrayMetadata(version3: object)
            }
        }
        try validate(file: file)
    }

    /// The key of the metadata below that of the array.
    package var key: String { version == .version2 ? Self.version2Key : Self.version3Key }

    /// The content of the file of metadata.
    package var text: String { version == .version2 ? version2Text : version3Text }
}

/// Reads files of metadata, with errors that name the file.
package enum ZarrJSON {
    /// Parses a document that is an object, and reads it.
    ///
    /// The words `NaN` and `Infinity` are accepted, which programs write, and integers of 64 bits are exact.
    ///
    /// - Throws: `CodecError` naming the file and the member.
    package static func read<Result>(
        _ bytes: [UInt8], file: String, _ body: (JSONObject) throws(JSONError) -> Result
    ) throws(CodecError) -> Result {
        try wrapping(file: file) { () throws(JSONError) in
            try body(try JSONObject(try JSONValue(parsing: bytes, acceptsNonFinite: true, keepsIntegers: true)))
        }
    }

    /// Runs `body`, and throws its errors as those of a file.
    package static func wrapping<Result>(
        file: String, _ body: () throws(JSONError) -> Result
    ) throws(CodecError) -> Result {
        do throws(JSONError) {
            return try body()
        } catch {
            throw CodecError(.unsupported, file: file, "the metadata cannot be read: \(error).")
        }
    }
}

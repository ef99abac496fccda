internal import Files
internal import Glibc
internal import ImageCodecs
internal import JSONDocuments
internal import TilePyramid

extension TileFormat {
    /// The media type of a tile.
    var mediaType: String { ImageFormats.standard.tiles(self)?.mediaType ?? "application/octet-stream" }
}

extension ServerAnswer {
    /// An image, which clients keep for a while.
    static func image(_ bytes: [UInt8], _ format: TileFormat, entityTag: String) -> ServerAnswer {
        ServerAnswer(.bytes(bytes), type: format.mediaType, entityTag: entityTag)
    }

    /// A description of an image, which clients keep for a short time.
    static func description(_ bytes: [UInt8], type: String) -> ServerAnswer {
        var answer = ServerAnswer(.bytes(bytes), type: type, entityTag: EntityTag.of(bytes))
        answer.freshness = .short
        return answer
    }

    /// A page or list, about which clients ask each time whether it has changed.
    static func page(_ bytes: [UInt8], type: String) -> ServerAnswer {
        var answer = description(bytes, type: type)
        answer.freshness = .revalidated
        return answer
    }

    /// A redirect, for which clients use the method GET.
    static func redirect(to address: String) -> ServerAnswer {
        var answer = ServerAnswer(.bytes([]), type: "text/plain; charset=utf-8", status: 303)
        answer.freshness = .short
        answer.fields.append(Field("Location", address))
        return answer
    }

    /// A whole file, which is read while it is sent.
    ///
    /// - Throws: ``RequestError`` with status 404 if the file is gone.
    static func file(_ path: String, type: String) throws(RequestError) -> ServerAnswer {
        // O_NONBLOCK: opening a pipe must not wait.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw RequestError(404, "this file is not there any more.") }
        let file = OpenDescriptor(number)
        guard let status = FileStatus(of: number), !status.isFolder else {
            throw RequestError(404, "this is no file any more.")
        }
        var answer = ServerAnswer(
            .file(ServedFilePart(file, 0..<status.byteCount)), type: type, entityTag: EntityTag.of(status.text))
        answer.freshness = .revalidated
        return answer
    }
}

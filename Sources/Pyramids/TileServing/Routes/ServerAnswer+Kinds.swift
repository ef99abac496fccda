internal import Files
internal import Glibc
internal import JSONDocuments
internal import TilePyramid

extension TileFormat {
    /// The media type of a tile.
    var mediaType: String {
        switch self {
        case .jpeg, .jpng: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .jxl: "image/jxl"
        case .jp2: "image/jp2"
        case .ktx2: "image/ktx2"
        }
    }
}

extension ServerAnswer {
    /// The seconds for which tiles and images may be used again without asking.
    static let imageAge = 3600

    /// An image, which clients keep for a while.
    static func image(_ bytes: [UInt8], _ format: TileFormat, entityTag: String) -> ServerAnswer {
        var answer = ServerAnswer(.bytes(bytes), type: format.mediaType, entityTag: entityTag)
        answer.fields.append(Field("Cache-Control", "public, max-age=\(imageAge)"))
        return answer
    }

    /// A text, about which clients ask each time whether it has changed.
    static func text(_ bytes: [UInt8], type: String) -> ServerAnswer {
        var answer = ServerAnswer(.bytes(bytes), type: type, entityTag: EntityTag.of(bytes))
        answer.fields.append(Field("Cache-Control", "no-cache"))
        return answer
    }

    /// A redirect, for which clients use the method GET.
    static func redirect(to address: String) -> ServerAnswer {
        var answer = ServerAnswer(.bytes([]), type: "text/plain; charset=utf-8", status: 303)
        answer.fields.append(Field("Location", address))
        return answer
    }

    /// An error in words.
    static func failure(_ error: RequestError) -> ServerAnswer {
        var answer = ServerAnswer(
            .bytes(Array("\(error)\n".utf8)), type: "text/plain; charset=utf-8", status: error.status)
        answer.fields.append(Field("Cache-Control", "no-store"))
        if error.status == 503 { answer.fields.append(Field("Retry-After", "\(retrySeconds)")) }
        return answer
    }

    /// The seconds after which what is not ready is requested again.
    static let retrySeconds = 2

    /// A whole file, which the system sends.
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
        answer.fields.append(Field("Cache-Control", "no-cache"))
        return answer
    }
}

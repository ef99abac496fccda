internal import TileContainers
internal import ZarrArrays

/// The files of an OME-Zarr in a folder or an archive, for clients that read arrays by themselves.
extension TileRequestHandler {
    /// The most bytes of a compressed file of an archive, which is unpacked as a whole.
    static let unpackedFileLimit = 64 << 20

    /// Answers with a file of an OME-Zarr.
    ///
    /// - Parameters:
    ///   - name: the name of the image.
    ///   - key: the names of folders and of the file, without escapes.
    ///   - request: the request.
    /// - Returns: the plan.
    /// - Throws: ``RequestError`` with status 404 for names that there cannot be, such as hidden ones and those that lead out.
    func arrayFile(_ name: String, _ key: [String], _ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        guard let entry = catalog.entry(named: name), entry.isZarr, let key = Self.arrayKey(key) else {
            throw Self.notFound
        }
        let type = Self.mediaType(ofArrayFile: key)
        guard entry.status.isFolder else {
            return .work(
                AnswerWork(.tile, memory: Self.smallAnswerMemory) { [images] () throws in
                    try Self.archivedFile(key, entry, try images.arrayArchive(entry), type: type)
                })
        }
        return .work(
            AnswerWork(.tile, memory: 0) { () throws in
                guard let number = try FolderContainerReader(entry.path).open(key) else { throw Self.noArrayFile }
                return try ServerAnswer.file(OpenDescriptor(number), type: type)
            })
    }

    private static let noArrayFile = RequestError(404, "there is no such file in this OME-Zarr.")

    /// The key of a file; nil for names that lead out of the hierarchy, are hidden, or belong to what is being written.
    static func arrayKey(_ names: [String]) -> String? {
        let metadata: Set<String> = [".zgroup", ".zattrs", ".zarray", ".zmetadata"]
        guard names.allSatisfy({ !$0.contains("/") && (!$0.hasPrefix(".") || metadata.contains($0)) }),
            !names.contains(where: { $0.hasSuffix(".partial") })
        else { return nil }
        return ZarrPath.key(of: names.joined(separator: "/"), in: "")
    }

    private static func mediaType(ofArrayFile key: String) -> String {
        let name = FilePath.name(of: key)
        return name.hasPrefix(".") || name.hasSuffix(".json") ? "application/json" : "application/octet-stream"
    }

    private static func archivedFile(
        _ key: String, _ entry: CatalogEntry, _ archive: ServedArchive, type: String
    ) throws -> ServerAnswer {
        guard let size = archive.files.unpackedByteCount(of: key) else { throw noArrayFile }
        let location = archive.files.location(of: key)
        var answer: ServerAnswer
        if let range = try archive.files.archive.storedRange(of: location) {
            answer = ServerAnswer(.file(ServedFilePart(archive.descriptor, range)), type: type)
        } else {
            guard size <= unpackedFileLimit else {
                throw RequestError(
                    413, "this file is compressed in its archive, and too large to be unpacked for an answer.")
            }
            guard let bytes = try archive.files.archive.read(location, limit: size) else { throw noArrayFile }
            answer = ServerAnswer(.bytes(bytes), type: type)
        }
        answer.entityTag = EntityTag.of("\(archive.status.text) \(key)")
        answer.freshness = .revalidated
        return answer
    }
}

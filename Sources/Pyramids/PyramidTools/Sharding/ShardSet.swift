internal import FilePyramids
internal import ImageSources
internal import JSONDocuments
internal import PixelKernels
package import TileContainers
package import TileCutting
internal import TilePyramid

/// All shards of a pyramid, opened and compared with each other.
package struct ShardSet: Sendable {
    /// The name of the pyramid to come.
    package let output: String
    /// The shards, in order.
    package let files: [ShardFile]
    /// Their manifests.
    package let manifests: [ShardManifest]

    /// The properties that the shards have in common.
    package var pyramid: ShardedPyramid { manifests[0].pyramid }
    /// The size of all shards in bytes.
    package var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

    /// Opens the shards of a pyramid.
    ///
    /// - Parameters:
    ///   - output: the name of the pyramid, with which the names of its shards begin.
    ///   - version: the version of the program, which must be that of the shards.
    /// - Throws: `StoreError` that names each shard that is missing, damaged, or of another cut.
    package init(of output: String, version: String) throws {
        let output = FilePath.withoutTrailingSlashes(output)
        let names = try ShardNames(in: FilePath.parent(of: output), of: FilePath.name(of: output))
        let count = try names.count(output)
        let paths = (1...count).map { ShardedPyramid.path(ofShard: $0, of: count, for: output) }
        let missing = (1...count).filter { !names.found.contains(ShardNames.Name(number: $0, count: count)) }
        guard missing.isEmpty else {
            throw Self.missing(missing, of: count, at: output, areBeingCut: !names.partial.isEmpty)
        }

        try self.init(
            of: output, count: count, version: version,
            paths.map { path in Result { try ShardFile(opening: path) } })
    }

    /// Checks shards that have been opened.
    ///
    /// - Parameters:
    ///   - output: the name of the pyramid to come.
    ///   - count: the number of shards.
    ///   - version: the version of the program.
    ///   - results: the shards in order, or why they cannot be opened.
    /// - Throws: as ``init(of:version:)``.
    init(of output: String, count: Int, version: String, _ results: [Result<ShardFile, any Error>])
        throws
    {
        var faults: [StoreError] = []
        var opened: [(file: ShardFile, manifest: ShardManifest)] = []
        for (number, result) in zip(1..., results) {
            do {
                let file = try result.get()
                opened.append(
                    (file, try Self.manifest(of: file, number: number, count: count, version: version)))
            } catch let error as StoreError {
                faults.append(error)
            }
        }
        faults += Self.foreign(opened)
        if faults.isEmpty {
            for (file, manifest) in opened {
                if let fault = try Self.contentFault(file, manifest, output) { faults.append(fault) }
            }
        }
        guard faults.isEmpty else { throw Self.combined(faults, output) }
        self.output = output
        files = opened.map(\.file)
        manifests = opened.map(\.manifest)
    }

    /// Reads the manifest of a shard file.
    ///
    /// - Throws: `StoreError` when it is damaged.
    package static func manifest(of file: ShardFile) throws(StoreError) -> ShardManifest {
        do {
            return try ShardManifest(file.manifest)
        } catch {
            throw StoreError(
                .malformed, path: file.path,
                "the manifest of the shard cannot be read: \(error). Cut it again, with the version of tilecut that merges."
            )
        }
    }

    private static func manifest(
        of file: ShardFile, number: Int, count: Int, version: String
    ) throws(StoreError) -> ShardManifest {
        let path = file.path
        let manifest = try Self.manifest(of: file)
        guard manifest.pyramid.version == version else {
            throw StoreError(
                .fingerprintMismatch, path: path,
                "this shard was cut by version \(manifest.pyramid.version), and this is \(version). Cut it again, or merge with "
                    + "that version.")
        }
        guard manifest.number == number, manifest.pyramid.shardCount == count else {
            throw StoreError(
                .fingerprintMismatch, path: path,
                "this is shard \(manifest.number) of \(manifest.pyramid.shardCount) under another name. Cut shard \(number) "
                    + "again.")
        }
        return manifest
    }

    /// The errors for shards that have less in common with the others than these have with each other.
    private static func foreign(_ opened: [(file: ShardFile, manifest: ShardManifest)]) -> [StoreError] {
        let counts = Dictionary(opened.map { ($0.manifest.pyramid, 1) }, uniquingKeysWith: +)
        // Of equally many, those of the first shard count as the right ones.
        guard let most = counts.values.max(),
            let usual = opened.first(where: { counts[$0.manifest.pyramid] == most })?.manifest.pyramid
        else { return [] }
        return opened.filter { $0.manifest.pyramid != usual }.map { file, _ in
            StoreError(
                .fingerprintMismatch, path: file.path,
                "this shard was cut from another image, or with other options than the others. Cut it again.")
        }
    }

    /// The error for shards that are not there.
    static func missing(_ numbers: [Int], of count: Int, at output: String, areBeingCut: Bool = false)
        -> StoreError
    {
        let list = numbers.prefix(20).map(String.init).joined(separator: ", ") + (numbers.count > 20 ? " …" : "")
        let path = ShardedPyramid.path(ofShard: numbers[0], of: count, for: output)
        let advice =
            areBeingCut
            ? "Wait for those that are being cut, and cut what is missing: shard \(numbers[0])/\(count)."
            : "Cut what is missing: shard \(numbers[0])/\(count)."
        return StoreError(
            .unreadable, path: path,
            numbers.count == 1
                ? "shard \(list) of \(count) is missing. \(advice)"
                : "shards \(list) of \(count) are missing. \(advice)")
    }

    private static func combined(_ faults: [StoreError], _ output: String) -> StoreError {
        guard faults.count > 1 else { return faults[0] }
        return StoreError(
            faults[0].code, path: output,
            "\(faults.count) shards cannot be merged:\n"
                + faults.map { "  \($0.path): \($0.message)" }.joined(separator: "\n"))
    }
}

// MARK: What a shard must hold

extension ShardSet {
    /// The error for a shard that has other tiles or rows than its manifest and its number say; nil if it is complete.
    private static func contentFault(
        _ file: ShardFile, _ manifest: ShardManifest, _ output: String
    ) throws -> StoreError? {
        func fault(_ reason: String) -> StoreError {
            StoreError(.malformed, path: file.path, "the shard is damaged: \(reason). Cut it again.")
        }
        let plan: ShardPlan
        do {
            plan = try ShardPlan(manifest.pyramid, output: output)
        } catch let error as CuttingError {
            return fault("its manifest contradicts itself: \(error.message)")
        }
        let scope = plan.scope(of: manifest.number)
        let expected = scope.tileCount(of: plan.pyramid)
        guard manifest.skippedTiles == 0 || manifest.pyramid.blankTolerance != nil,
            file.tiles.count == manifest.tiles, manifest.tiles <= expected,
            manifest.skippedTiles == expected - manifest.tiles
        else { return fault("it has \(file.tiles.count) tiles instead of \(expected)") }
        for tile in file.tiles {
            let index = TileIndex(level: tile.level, column: tile.column, row: tile.row)
            guard plan.pyramid.contains(index), scope.contains(index) else {
                return fault("it has tile \(index), which belongs to another")
            }
        }
        return rowFault(file, manifest.pyramid, plan, scope).map(fault)
    }

    private static func rowFault(
        _ file: ShardFile, _ pyramid: ShardedPyramid, _ plan: ShardPlan, _ scope: CutScope
    ) -> String? {
        guard let level = scope.handoffLevel, !scope.handoffRows.isEmpty else {
            return file.blocks.isEmpty ? nil : "it has rows that nothing is made of"
        }
        let size = plan.pyramid.levels[level].size
        let rows = scope.handoffRows
        guard file.blocks.allSatisfy({ (0..<pyramid.planeCount).contains($0.plane) }) else {
            return "it has rows of a plane that the image does not have"
        }
        for plane in 0..<pyramid.planeCount {
            let blocks = file.blocks.filter { $0.plane == plane }
            let wanted = plane == 0 ? rows : rows.lowerBound / 2..<(rows.upperBound + 1) / 2
            let width = plane == 0 ? size.width : size.halved.width
            let rowBytes = pyramid.planeCount == 1 ? width * pyramid.layout.bytesPerPixel : width
            guard let first = blocks.first, let last = blocks.last,
                first.rows.lowerBound == wanted.lowerBound, last.rows.upperBound == wanted.upperBound
            else { return "it has not all rows of level \(level)" }
            guard blocks.allSatisfy({ $0.length == $0.rows.count * rowBytes }) else {
                return "its rows of level \(level) have another length"
            }
        }
        return nil
    }
}

extension ShardPlan {
    /// The division of a pyramid that is cut in shards.
    ///
    /// - Throws: `CuttingError` when the numbers contradict each other, and `StoreError` when the layout does not support the
    ///   pyramid.
    package init(_ sharded: ShardedPyramid, output: String) throws {
        let pyramid = sharded.geometry.pyramid
        try self.init(
            pyramid, count: sharded.shardCount, coarseningLevels: sharded.coarseningLevels,
            for: sharded.target.requirements(at: output, pyramid: pyramid, format: sharded.encoding.format))
    }
}

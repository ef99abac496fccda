public import TileContainers
public import TilePyramid

/// The pyramid for which a store is created.
public struct StoreRequest: Sendable {
    /// The path as ``PyramidTarget/makeStore(at:pyramid:format:options:)`` describes it.
    public var path: String
    /// The geometry, of the target's shape.
    public var pyramid: Pyramid
    /// The format of every tile.
    public var format: TileFormat
    /// The form of the pyramid and its metadata.
    public var target: PyramidTarget
    /// The treatment of a finished or partial pyramid that exists already.
    public var options: StoreOptions

    /// Creates a request.
    public init(
        path: String, pyramid: Pyramid, format: TileFormat, target: PyramidTarget,
        options: StoreOptions = StoreOptions()
    ) {
        self.path = path
        self.pyramid = pyramid
        self.format = format
        self.target = target
        self.options = options
    }

    /// The name of the image for people: that of the target, or else ``fileName``.
    var name: String { target.name ?? fileName }

    /// The name of the file without its file extension, which files and addresses of the pyramid begin with.
    var fileName: String { FilePath.title(of: path) }
}

extension PyramidTarget {
    /// Creates the store that the tiles of a pyramid are written to.
    ///
    /// - Parameters:
    ///   - path: the descriptor for Deep Zoom in a folder, the common prefix of the tiles for flat tiles, the folder
    ///     for other layouts, the file for other formats.
    ///   - pyramid: the geometry, of this target's ``shape``.
    ///   - format: the format of every tile, one of those in ``capabilities``.
    ///   - options: what to do with a finished or partial pyramid that exists already.
    /// - Returns: a store that has created nothing under the final name yet.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    public func makeStore(
        at path: String, pyramid: Pyramid, format: TileFormat, options: StoreOptions = StoreOptions()
    ) throws -> any TileStore {
        guard let create = self.format.create else {
            throw StoreError(
                .cannotCreate, path: path, "\(self.format.phrase) is only read. Choose another format for the output.")
        }
        if let container, let layout, !container.canHold(layout) {
            throw StoreError(
                .cannotCreate, path: path, "\(container.phrase) cannot hold \(layout.phrase). Choose another layout.")
        }
        guard !capabilities.holdsFullSizeOnly || pyramid.presentLevels.count == 1 else {
            throw StoreError(
                .cannotCreate, path: path,
                "\(self.format.phrase) holds the full size only, and this pyramid has \(pyramid.presentLevels.count) levels. "
                    + "Plan it with one: options.levelCount = 1.")
        }
        guard options.outputDescriptor == nil || self.format.capabilities.supportsStreams else {
            throw StoreError(
                .cannotCreate, path: path,
                "\(self.format.phrase) cannot be written to a stream. Choose a PMTiles file, a TIFF, or a ZIP or SZI "
                    + "archive.")
        }
        return try create(
            StoreRequest(path: path, pyramid: pyramid, format: format, target: self, options: options))
    }

    /// The path of the store for an output that was given without a file extension.
    package func path(for name: String) -> String {
        format.fileExtensions.first.map { "\(name).\($0)" } ?? name
    }

    /// The path of the store for an output as the user gave it.
    ///
    /// A file gets its file extension; flat tiles lose that of a tile format.
    package func path(forGiven output: String) -> String {
        let output = FilePath.withoutTrailingSlashes(output)
        let fileExtension = FilePath.fileExtension(of: output)
        guard format.fileExtensions.isEmpty else {
            return format.fileExtensions.contains(fileExtension) ? output : path(for: output)
        }
        let isTile = capabilities.holdsFullSizeOnly && TileFormat(fileExtension: fileExtension) != nil
        return isTile ? FilePath.withoutExtension(output) : output
    }
}

extension PyramidFormat {
    /// Creates a store for a pyramid of this format without further metadata.
    ///
    /// ```swift
    /// let store = try PyramidFormat.deepZoom.makeStore(at: "big.dzi", pyramid: plan.pyramid, format: plan.format)
    /// ```
    ///
    /// It calls ``PyramidTarget/makeStore(at:pyramid:format:options:)`` of a target with the defaults of the format. A pyramid whose
    /// tiles or levels cannot be those of the format's ``shape`` is refused.
    ///
    /// - Throws: ``StoreError``, naming the path and the remedy.
    public func makeStore(
        at path: String, pyramid: Pyramid, format: TileFormat, options: StoreOptions = StoreOptions()
    ) throws -> any TileStore {
        guard pyramid.padsTiles || !shape.padsTiles else {
            throw StoreError.otherShape(path, "tiles of \(phrase) are all of one size, also at the edges")
        }
        // Readers of map tiles ask for the levels that are described; those of other layouts derive them from the size.
        if role == .layout, !capabilities.isMapTiled, shape.coarsest == .tile, pyramid.levels.count > 1 {
            let second = pyramid.levels[1].size
            guard max(second.width, second.height) > pyramid.tileSize else {
                throw StoreError.otherShape(path, "the coarsest level of \(phrase) is the first that fits into a tile")
            }
        }
        return try PyramidTarget(self).makeStore(at: path, pyramid: pyramid, format: format, options: options)
    }
}

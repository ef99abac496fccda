internal import Concurrency
internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import LayerTree
public import MapLayers
internal import TileContainers
internal import TiledLayers

extension MapImage {
    /// The limit for the ``MapImage/distortion`` of an image in degrees that is opened as a map, in full-size pixels: 2.
    public static let distortionLimit = 2.0

    /// Opens a georeferenced file, or a map on a server.
    ///
    /// The file is any georeferenced file that the viewer opens. The formats of maps are map tiles in folders, MBTiles,
    /// GeoPackages, PMTiles, GeoTIFF, WMTS, TileJSON and templates of addresses.
    ///
    /// ```swift
    /// let map = MapView([try await MapImage.open("alps.pmtiles")])
    /// ```
    ///
    /// The path may be an address, such as `https://example.org/tiles/{z}/{x}/{y}.png`, or the address of a PMTiles file. The
    /// cache keeps the tiles that were seen, and shows them without a network.
    ///
    /// - Parameters:
    ///   - path: a pyramid, a file of one, a folder that contains one, or an image, as for `TiledImage.open(_:options:)`; or an
    ///     address.
    ///   - options: the options of the document.
    /// - Returns: the map, with its place on the Earth and its attribution.
    /// - Throws: `StoreError` or `CodecError`; also if the image has no place on the Earth, or if it is in degrees and its
    ///   ``MapImage/distortion`` in Web Mercator exceeds ``distortionLimit``.
    public static func open(_ path: String, options: DocumentOptions = DocumentOptions()) async throws -> MapImage {
        try await open(Document.open(path, options: options))
    }

    /// Returns a document as a map; closes a document that is not a map, so that it is not cut in vain.
    static func open(_ document: Document) async throws -> MapImage {
        do {
            return try await document.mapImage
        } catch {
            document.close()
            throw error
        }
    }
}

extension Document {
    /// Opens a file as ``init(opening:options:)`` does, on a thread that may block.
    static func open(_ path: String, options: DocumentOptions) async throws -> Document {
        try await runBlockingWork(label: "TileViewing.open") { _ in try Document(opening: path, options: options) }
    }

    /// The document as a map, once its place on the Earth is known.
    ///
    /// The closure that ``observe(_:)`` has set stays; do not set another one while this is awaited.
    ///
    /// - Throws: `StoreError` if the document has no place on the Earth, or one that Web Mercator cannot show;
    ///   `CancellationError` if the task is canceled or the document is closed before the place is known.
    public var mapImage: MapImage {
        get async throws {
            let metadata = try await completeMetadata
            guard let place = metadata.place else {
                throw StoreError(.unreadable, path: path, placeProblem)
            }
            var map = MapImage(
                image, projection: place.projection, bounds: place.bounds, attribution: metadata.attribution ?? "")
            guard map.isOnMap, map.distortion.isFinite else {
                let edges = place.projection.bounds.edges.map { "\($0)" }.joined(separator: ", ")
                throw StoreError(
                    .unreadable, path: path,
                    "its edges (\(edges) in \(place.projection.crs.rawValue)) are not on the Earth. Correct its georeference."
                )
            }
            guard map.distortion <= MapImage.distortionLimit else {
                throw StoreError(
                    .unreadable, path: path,
                    "its pixels are even steps in degrees, which a map shows up to \(Int(map.distortion.rounded(.up)))"
                        + " pixels from their places. Cut it as a map: tilecut IMAGE -o NAME.pmtiles.")
            }
            if isRemote { map.connection = { self.isOffline } }
            return map
        }
    }

    /// The reason why the document is not a map, and the remedy.
    private var placeProblem: String {
        let none = "it has no place on the Earth. Cut it with its bounds, or open a map."
        guard !isRemote else { return none }
        do {
            guard let stored = try StatedGeoreference.read(.file(path), page: options.page)?.georeference else {
                return none
            }
            let georeference = stored.delivered(as: try openImage(.file(path), options: options.decoding).info)
            let system = georeference.crs.hasPrefix("EPSG:") ? georeference.crs : "a coordinate system of its own"
            return
                "it lies in \(system)\(georeference.transform.isNorthUp ? "" : ", rotated,"), and a map is shown in Web "
                + "Mercator. Cut it as a map: tilecut \(path) -o NAME.pmtiles."
        } catch {
            guard let error = error as? CodecError else { return none }
            return error.warning(ofLost: .place) ?? error.message
        }
    }

    /// The metadata, when its details have been read.
    private var completeMetadata: DocumentMetadata {
        get async throws {
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let observer = mutableState.withLock { $0.onChange }
            observe {
                observer()
                continuation.yield()
            }
            defer { observe(observer) }
            // What changed before it was observed counts, too.
            continuation.yield()
            for await _ in changes {
                let state = state
                if !state.isReadingDetails { return state.metadata }
                if state.stage == .closed { break }
            }
            throw CancellationError()
        }
    }
}

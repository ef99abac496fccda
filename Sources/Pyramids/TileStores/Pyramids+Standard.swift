public import FilePyramids
public import RemotePyramids

extension Pyramids {
    /// Opens the pyramid at a path, of any format of this library.
    ///
    /// ```swift
    /// if let pyramid = try await Pyramids.open("big.dzi") {
    ///     show(TiledImage(pyramid.source, name: pyramid.name))
    /// }
    /// ```
    ///
    /// - Returns: the pyramid; `nil` for a file that is not a pyramid, which may be an image.
    /// - Throws: `StoreError` when nothing is at the path, when a folder holds no pyramid or several, or when a pyramid is
    ///   damaged or unfinished.
    public static func open(_ path: String) async throws -> OpenedPyramid? {
        try await open(path, formats: .standard)
    }

    /// Opens the pyramid at a location, a path or an address, of any format of this library.
    ///
    /// ```swift
    /// let pyramid = try await Pyramids.open(PyramidLocation("https://example.org/big.dzi"))
    /// ```
    ///
    /// - Parameters:
    ///   - location: the path or the address.
    ///   - network: the settings for addresses; by default with the cache that the tools share.
    /// - Returns: the pyramid; `nil` for a file of this computer that is not a pyramid, which may be an image.
    /// - Throws: `StoreError` as for a path, when the server cannot be reached or refuses, and for an address of anything
    ///   but a pyramid.
    public static func open(
        _ location: PyramidLocation, network: NetworkAccess = NetworkAccess()
    ) async throws -> OpenedPyramid? {
        try await open(location, network: network, formats: .standard)
    }

    /// Opens the pyramid at a path, and blocks until that is done, so call it on a worker.
    package static func openBlocking(_ path: String) throws -> OpenedPyramid? {
        try openBlocking(path, formats: .standard)
    }

    /// Opens the pyramid at a location, and blocks until that is done, so call it on a worker.
    package static func openBlocking(
        _ location: PyramidLocation, network: NetworkAccess = NetworkAccess()
    ) throws -> OpenedPyramid? {
        try openBlocking(location, network: network, formats: .standard)
    }

    /// Whether the folder itself is a pyramid, rather than a folder that holds pyramids.
    ///
    /// Blocks while it reads names and descriptors.
    package static func isPyramidFolder(_ path: String) -> Bool { isPyramidFolder(path, formats: .standard) }
}

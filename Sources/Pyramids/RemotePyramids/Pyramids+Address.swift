internal import Concurrency
public import FilePyramids
internal import Files
internal import ImageCodecs
internal import Networking
internal import TileContainers

extension Pyramids {
    /// Opens the pyramid at a location: a path, or an address of the network.
    ///
    /// ```swift
    /// let pyramid = try await Pyramids.open(PyramidLocation("https://example.org/big.dzi"), formats: .files)
    /// ```
    ///
    /// An address may be that of a descriptor (Deep Zoom, Zoomify, IIIF, TileJSON, WMTS, ArcGIS), of a folder or an image
    /// service that has one, of a file that is read in parts (PMTiles, TIFF, SZI), or a template of the addresses of map
    /// tiles, with `{z}`, `{x}` and `{y}`. Of a pyramid over the network, only the description is read. Its tiles are read
    /// later, as they are needed, through the cache of `network`. The network library is loaded with the first address.
    ///
    /// - Parameters:
    ///   - location: the path or the address.
    ///   - network: the settings for addresses; by default with the cache that the tools share.
    ///   - formats: the formats that are recognized.
    /// - Returns: the pyramid; `nil` for a file of this computer that is not a pyramid, which may be an image.
    /// - Throws: ``StoreError`` as for a path, when the server cannot be reached or refuses, and for an address of anything
    ///   but a pyramid.
    public static func open(
        _ location: PyramidLocation, network: NetworkAccess = NetworkAccess(), formats: PyramidFormats
    ) async throws -> OpenedPyramid? {
        guard case .url(let url) = location, location.isRemote else {
            return try await open(location.localPath, formats: formats)
        }
        var opened = try await openAddress(url, network, formats)
        opened.addressHash = String(FNV1aHash.hash(url.utf8), radix: 16)
        return opened
    }

    /// Opens the pyramid at a location, and blocks until that is done, so call it on a worker.
    ///
    /// For code that cannot wait asynchronously, such as an initializer that runs on a queue. The thread's current
    /// `Cancellation` ends the requests of an address.
    package static func openBlocking(
        _ location: PyramidLocation, network: NetworkAccess = NetworkAccess(), formats: PyramidFormats
    ) throws -> OpenedPyramid? {
        try waitForAsyncWork(cancelledBy: location.isRemote ? Cancellation.current : nil) {
            try await open(location, network: network, formats: formats)
        }
    }

    /// Opens the pyramid at an address, recognized by what the address answers.
    ///
    /// - Throws: ``StoreError`` when nobody answers, or it is not a pyramid.
    private static func openAddress(
        _ url: String, _ network: NetworkAccess, _ formats: PyramidFormats
    ) async throws -> OpenedPyramid {
        if DescribedPyramid.isTemplate(url) { return try await DescribedPyramid.openTemplate(url, access: network) }
        let (file, failure) = try await openFile(url, network)
        var head: [UInt8] = []
        if let file {
            head = try await read(file, 0..<PyramidCandidate.headLength)
            if let opened = try await RangedPyramid.open(url, head: head, file: file, formats: formats) {
                return opened
            }
        }
        var response: DescribedPyramid.Response?
        if let file {
            let bytes = try await read(file, 0..<RemoteFile.blockLength)
            response = DescribedPyramid.Response(
                bytes: bytes, isComplete: bytes.count == file.size, contentType: file.contentType,
                url: file.answeringURL)
        }
        if let opened = try await DescribedPyramid.open(url, response: response, access: network) { return opened }
        if let failure { throw failure }
        throw refusal(of: url, head)
    }

    /// Opens the file at an address; a refusal of the server is a failure that counts only if nothing else is found there.
    static func openFile(
        _ url: String, _ network: NetworkAccess
    ) async throws -> (file: RemoteFile?, failure: StoreError?) {
        do {
            let file = try await RemoteFile.open(
                url, headers: network.headers, hosts: HTTPHosts(allowed: network.allowedHosts), client: network.client)
            return (file, nil)
        } catch let error as HTTPError {
            let failure = StoreError(error)
            guard case .refused(let status) = error.code, (400..<500).contains(status), status != 401, status != 407
            else { throw failure }
            return (nil, failure)
        }
    }

    /// Reads a part of a file, up to its end.
    ///
    /// - Throws: ``StoreError``.
    static func read(_ file: RemoteFile, _ range: Range<Int>) async throws -> [UInt8] {
        do {
            return try await file.read(range)
        } catch let error as HTTPError {
            throw StoreError(error)
        }
    }

    /// The error for an address that is not a pyramid.
    private static func refusal(of url: String, _ head: [UInt8]) -> StoreError {
        let path = PublicAddress.text(of: url)
        if ImageFormats.standard.size(of: head) != nil {
            return StoreError(
                .malformed, path: path, "this is an image, not a pyramid. Download it, and open or cut the file.")
        }
        return StoreError(
            .malformed, path: path,
            "this is not a pyramid. Give the address of a description (Deep Zoom, Zoomify, IIIF, TileJSON, WMTS, ArcGIS), of a "
                + "PMTiles, TIFF or SZI file, or a template of map tiles with {z}, {x} and {y}.")
    }
}

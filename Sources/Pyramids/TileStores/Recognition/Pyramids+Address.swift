internal import ImageCodecs
internal import Networking
internal import TileContainers

extension Pyramids {
    /// Opens the pyramid at an address, recognized by what the address answers.
    ///
    /// - Throws: ``StoreError`` when nobody answers, or it is no pyramid.
    static func openAddress(
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
    private static func openFile(
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

    private static func read(_ file: RemoteFile, _ range: Range<Int>) async throws -> [UInt8] {
        do {
            return try await file.read(range)
        } catch let error as HTTPError {
            throw StoreError(error)
        }
    }

    /// The error for an address that is no pyramid.
    private static func refusal(of url: String, _ head: [UInt8]) -> StoreError {
        let path = PublicAddress.text(of: url)
        if ImageFormats.standard.size(of: head) != nil {
            return StoreError(
                .malformed, path: path, "this is an image, not a pyramid. Download it, and open or cut the file.")
        }
        return StoreError(
            .malformed, path: path,
            "this is no pyramid. Give the address of a description (Deep Zoom, Zoomify, IIIF, TileJSON, WMTS, ArcGIS), of a "
                + "PMTiles, TIFF or SZI file, or a template of map tiles with {z}, {x} and {y}.")
    }
}

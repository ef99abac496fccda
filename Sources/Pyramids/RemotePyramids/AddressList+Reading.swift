internal import Concurrency
internal import FilePyramids
internal import Networking
internal import TileContainers

extension AddressList {
    /// The name of the limit in messages.
    private static let byteLimitName = "AddressList.byteLimit"

    /// Reads the list at an address: that of `tileserve`, or a collection or manifest of the IIIF Presentation API.
    ///
    /// The address of a server, such as `http://host:9377/`, stands for the `index.json` below it.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - network: the client, its headers and the hosts that may be asked.
    /// - Returns: the list; nil if no list is at the address, which may be that of a pyramid.
    /// - Throws: ``StoreError`` when the server cannot be reached, and for a list that is empty or too large.
    public static func read(_ url: String, network: NetworkAccess) async throws -> AddressList? {
        guard !DescribedPyramid.isTemplate(url), let file = try await Pyramids.openFile(url, network).file else {
            return nil
        }
        let head = try await Pyramids.read(file, 0..<RemoteFile.blockLength)
        let origin = try RemoteOrigin(url, answeredBy: file.answeringURL, network)
        if DescribedPyramid.isPage(head, contentType: file.contentType) { return try await readIndex(below: origin) }
        guard DescriptionKind(head) == .json else { return nil }
        if head.count == file.size { return try AddressListReader.read(head, origin) }
        // A description of a pyramid has its members at the beginning, and is not this long.
        guard file.size <= byteLimit else {
            throw origin.malformed(
                "this list or description has more than \(byteLimit >> 20) MiB (\(byteLimitName)). Open the address of "
                    + "one of its images.")
        }
        guard let answer = try await origin.document(origin.base.text, byteLimit: byteLimit) else { return nil }
        return try AddressListReader.read(answer.body, origin)
    }

    /// Reads the list of `tileserve` for the address of its page; nil if the page is another one.
    private static func readIndex(below origin: RemoteOrigin) async throws -> AddressList? {
        var index = origin.base
        guard index.query == nil else { return nil }
        index.path += index.path.hasSuffix("/") ? "index.json" : "/index.json"
        let answer: CachedHTTPClient.Answer?
        do {
            answer = try await origin.access.client.answer(to: origin.request(index.text, byteLimit: byteLimit))
        } catch let error as HTTPError {
            if case .tooLarge = error.code {
                throw origin.malformed(
                    "the server lists more than \(byteLimit >> 20) MiB of images (\(byteLimitName)). Open the "
                        + "address of one of them.")
            }
            // Most pages have no list below them, and what is wrong with the address is found by opening it.
            return nil
        }
        guard let answer, !answer.isMissing else { return nil }
        return try AddressListReader.read(
            answer.body, RemoteOrigin(origin.given.text, answeredBy: index.text, origin.access))
    }

    /// Reads the list at an address, and blocks until that is done, so call it on a worker.
    ///
    /// The thread's current `Cancellation` ends the requests.
    package static func readBlocking(_ url: String, network: NetworkAccess) throws -> AddressList? {
        try waitForAsyncWork(cancelledBy: Cancellation.current) { try await read(url, network: network) }
    }
}

import Networking

func listing(ofRequests: Void) async throws {
    // listing
    let client = HTTPClient()
    let description = try await client.response(to: HTTPRequest("https://example.org/big.dzi"))
    // end
    _ = description
}

func listing(ofRemoteFiles: Void) async throws {
    // listing
    let file = try await RemoteFile.open("https://example.org/big.pmtiles", client: .standard)
    let header = try await file.read(0..<127)
    // end
    _ = header
}

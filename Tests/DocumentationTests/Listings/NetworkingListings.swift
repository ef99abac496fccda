import Networking

func listing(ofRequests: Void) async throws {
    // listing
    let client = HTTPClient()
    let description = try await client.response(to: HTTPRequest("https://example.org/big.dzi"))
    // end
    _ = description
}

import Concurrency
import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import TileServing

/// Requests for images that are being opened.
@Suite(.timeLimited)
struct ColdImageTests {
    private let served: ServedFolder
    private let gate = Gate()

    init() throws {
        served = try ServedFolder()
    }

    /// Images of which that with the name `cold` is not opened before the gate is open.
    private func images(_ atOpening: @escaping @Sendable () throws -> Void = {}) -> OpenImages {
        OpenImages(
            ServingLimits(), cutFolder: nil,
            openPyramid: { [gate] entry in
                if entry.name == "cold" {
                    gate.pass()
                    try atOpening()
                }
                return try Pyramids.openBlocking(entry.path)
            })
    }

    private func entry(_ name: String) throws -> CatalogEntry {
        try #require(Catalog([served.folder.path], ServingLimits()).entry(named: name))
    }

    /// Opens an image on a thread that may block.
    private func openInBackground(
        _ entry: CatalogEntry, _ images: OpenImages
    ) -> Promise<Result<OpenImages.Opening, any Error>> {
        let promise = Promise<Result<OpenImages.Opening, any Error>>()
        DispatchQueue(label: "ColdImageTests").async { promise.fulfill(Result { try images.open(entry) }) }
        return promise
    }

    @Test func `requests for an image that is being opened leave the workers to other images`() async throws {
        for name in ["cold", "warm"] { try await served.addPyramid("\(name).szi", 60, 50) }
        let handler = TileRequestHandler(serving: [served.folder.path], images())
        let server = try TestServer({ $0.workers = 2 }, handler: handler)
        let clients = try (0..<6).map { _ in try server.client() }
        for (index, client) in clients.enumerated() {
            client.request("GET", "/iiif/3/cold/\(index),0,20,20/max/0/default.png")
        }
        gate.waitForArrivals(1)
        // All six are being answered, and only one holds a worker.
        try server.waitForMetric("tileserve_unfinished_requests", 7)
        #expect(try server.get("/iiif/3/warm/0,0,20,20/max/0/default.png").status == 200)
        #expect(try server.get("/dzi/warm.dzi").status == 200)
        #expect(gate.arrivals == 1)
        gate.open()
        for client in clients { #expect(try client.answer().status == 200) }
        #expect(gate.arrivals == 1)
    }

    @Test func `an error of the opening answers all requests that wait for it`() async throws {
        struct Fault: Error {}
        try await served.addPyramid("cold.szi", 60, 50)
        let images = images { throw Fault() }
        let entry = try entry("cold")
        let first = openInBackground(entry, images)
        gate.waitForArrivals(1)
        guard case .elsewhere(let promise) = try images.open(entry) else {
            Issue.record("another thread opens it")
            return
        }
        #expect(images.opening(entry) === promise && promise.value == nil)
        gate.open()
        await first.event.wait()
        #expect(throws: Fault.self) { try first.value?.get() }
        await promise.event.wait()
        #expect(throws: Fault.self) { try promise.value?.get() }
        #expect(images.opening(entry) == nil)
    }

    @Test func `an opening goes on when the client leaves that came first`() async throws {
        try await served.addPyramid("cold.szi", 60, 50)
        gate.open()
        let images = images { #expect(Cancellation.current == nil) }
        let cancelled = Cancellation()
        cancelled.cancel()
        let image = served.folder.path("cold.szi")
        let entry = try entry("cold")
        #expect(try Cancellation.$current.withValue(cancelled) { try images.image(entry).entry.path } == image)
    }

    @Test func `a request that has waited long enough for an opening is refused for the moment`() async throws {
        try await served.addPyramid("cold.szi", 60, 50)
        let images = images()
        let entry = try entry("cold")
        let handler = TileRequestHandler(serving: [served.folder.path], images)
        let opened = openInBackground(entry, images)
        gate.waitForArrivals(1)
        guard case .work(let work) = handler.plan(for: ServerRequest(path: "/dzi/cold.dzi")) else {
            Issue.record("the image is not open")
            return
        }
        #expect(work.prerequisite?.limit == .seconds(30))
        let error = await #expect(throws: RequestError.self) { try await work.perform() }
        #expect(error?.status == 503)
        gate.open()
        await opened.event.wait()
        #expect(try await work.run().status == 200)
    }
}

import Concurrency
import FuzzSupport
import Networking
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import RemotePyramids
@testable import TileContainers
@testable import TileStores

/// Damaged and malicious descriptions of every kind give an error or a pyramid, in bounded time and memory.
@Suite(.timeLimited) struct DescriptionFuzzTests {
    @Test(arguments: DescriptionFixture.allCases) func `damaged descriptions`(fixture: DescriptionFixture) throws {
        let intact = Array(fixture.text.utf8)
        let transport = CannedTransport(tile: try pngTile(16))
        let reached = Locked(0)
        let fuzzing = Fuzzing("\(fixture)", seed: 23, count: 100)
        try fuzzing.run(
            prepare: { number, damage in number == 0 ? intact : damage.damaged(text: intact) },
            isExpected: { $0 is StoreError },
            { input in
                let access = NetworkAccess(client: CachedHTTPClient(HTTPClient(transport: transport), cache: nil))
                let opened = try waitForAsyncWork {
                    let url = "http://example.org/a/\(fixture.name)"
                    let response = DescribedPyramid.Response(
                        bytes: input, isComplete: true, contentType: "", url: url)
                    return try await DescribedPyramid.open(url, response: response, access: access)
                }
                guard let opened else { return }
                reached.withLock { $0 += 1 }
                try opened.source.exercise(levelLimit: 2, lookLimit: 4)
            })
        fuzzing.expect(reached: reached.withLock(\.self), atLeast: 3)
    }
}

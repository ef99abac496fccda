import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct RouteFuzzTests {
    /// The seed of the fuzzer.
    private static let seed: UInt64 = 20_260_901
    private static let attempts = 100_000

    private static let examples = [
        "/", "/index.json", "/view/image", "/iiif/3/image", "/iiif/3/image/info.json",
        "/iiif/3/image/0,0,32,32/16,16/!90/gray.png", "/iiif/2/image/pct:10,10,50,50/!30,30/180/bitonal.webp",
        "/iiif/3/image/square/^pct:120.5/0/default.jpg", "/dzi/image.dzi", "/dzi/image_files/6/1_1.png",
        "/zoomify/image/ImageProperties.xml", "/zoomify/image/TileGroup0/1-1-0.png", "/xyz/image.json",
        "/xyz/image/1/0/0.png", "/files/image",
        "/iiif/image/manifest.json", "/iiif/collection.json", "/iiif/3/image%3B2/info.json",
        "/iiif/3/image/full/50,/!22.5/default.tif",
    ]
    private static let pieces = [
        "/", "..", "%2F", "%00", "%", ",", "^", "!", "pct:", "0", "-1", "99999999999999999999", "2147483647",
        "9223372036854775807", ".", "full", "max", "NaN", "1e309", "é", "image", ".jpg", "_files", "%E2%82",
    ]

    @Test func `mutated addresses are answered or refused, in bounded memory`() async throws {
        let served = try ServedFolder()
        try await served.addPyramid("image.szi", 60, 50)
        var limits = ServingLimits()
        limits.maxWidth = 500
        limits.maxHeight = 500
        limits.maxArea = 100_000
        let handler = served.handler(limits: limits)
        _ = try await handler.answer("/iiif/3/image/info.json")
        var random = SeededRandom(seed: Self.seed)
        var statuses: [Int: Int] = [:]
        var rendered = 0
        for _ in 0..<Self.attempts {
            var path = Array(Self.examples.randomElement(using: &random) ?? "/")
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0...path.count, using: &random)
                let length = Int.random(in: 0...min(4, path.count - place), using: &random)
                let piece =
                    Bool.random(using: &random)
                    ? Self.pieces.randomElement(using: &random) ?? ""
                    : String(Unicode.Scalar(UInt8.random(in: 33...126, using: &random)))
                path.replaceSubrange(place..<place + length, with: piece)
            }
            switch handler.plan(for: ServerRequest(path: String(path))) {
            case .answer(let answer): statuses[answer.status, default: 0] += 1
            case .work(let work):
                // Eight bytes a pixel of the limits, and what an answer of a tile's size takes.
                #expect(work.memory <= 8 * limits.maxArea + 2 * TileRequestHandler.smallAnswerMemory)
                rendered += 1
                // Most of them are the same few images.
                guard rendered.isMultiple(of: 10) else { continue }
                let status: Int
                do {
                    status = try await work.perform().answer().status
                } catch let error as RequestError {
                    status = error.status
                }
                statuses[status, default: 0] += 1
            }
        }
        #expect(Set(statuses.keys).isSubset(of: [200, 303, 400, 404, 414]), "\(statuses)")
        #expect(rendered > 1000)
        #expect((statuses[400] ?? 0) > 1000)
    }
}

import Concurrency
import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import TestSupport
import TestLimits
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

@Suite(.timeLimited) struct PyramidVerifierTests {
    private let fixture: PyramidFixture

    init() throws {
        fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
    }

    private func issues(_ opened: OpenedPyramid) async throws -> [String] {
        try await PyramidVerifier(opened).verify().issues.map { "\($0.location): \($0.message)" }
    }

    @Test(arguments: [(TileFormat.jpeg, 0), (.jpeg, 1), (.png, 2), (.webp, 3)])
    func `a new pyramid is valid`(format: TileFormat, overlap: Int) async throws {
        var fixture = fixture
        fixture.options.format = .fixed(format)
        fixture.options.overlap = overlap
        let opened = try await fixture.cut()
        for threads in [1, 3] {
            var options = VerificationOptions()
            options.threads = threads
            let result = try await PyramidVerifier(opened, options: options).verify()
            #expect(result.isValid && result.issues.isEmpty, "\(result.issues)")
            #expect(result.checkedTiles == opened.source.pyramid.tileCount)
            // A grid of c × r tiles has (c − 1) · r + c · (r − 1) edges between neighbors.
            let edges = opened.source.pyramid.levels.reduce(0) { sum, level in
                sum + (level.grid.columns - 1) * level.grid.rows + level.grid.columns * (level.grid.rows - 1)
            }
            #expect(result.comparedEdges == (overlap > 0 ? edges : 0))
        }
    }

    @Test func `a missing, truncated or empty tile, or one of another size or format, is named`() async throws {
        let opened = try await fixture.cut()
        let whole = try fixture.folder.bytes(of: "big_files/9/0_0.jpg")
        try fixture.folder.remove("big_files/9/1_0.jpg")
        try fixture.folder.write(whole.prefix(whole.count / 2), to: "big_files/9/2_0.jpg")
        try fixture.folder.write(fixture.folder.bytes(of: "big_files/6/0_0.jpg"), to: "big_files/9/3_0.jpg")
        try fixture.folder.write(Data(contentsOf: URL(fileURLWithPath: fixture.image)), to: "big_files/9/0_1.jpg")
        try fixture.folder.write(Data(), to: "big_files/9/1_1.jpg")
        try fixture.folder.write(Data("<html>".utf8), to: "big_files/9/2_1.jpg")
        let issues = try await issues(opened)
        #expect(issues.count == 6)
        #expect(issues[0] == "big_files/9/1_0.jpg: this tile is missing.")
        #expect(issues[1].hasPrefix("big_files/9/2_0.jpg: "))
        #expect(issues[2] == "big_files/9/3_0.jpg: this tile has 38×25 pixels, not 64×64.")
        #expect(issues[3] == "big_files/9/0_1.jpg: this tile is png, not jpg.")
        #expect(issues[4] == "big_files/9/1_1.jpg: this tile is empty.")
        #expect(issues[5] == "big_files/9/2_1.jpg: this tile is not an image of a known format.")
    }

    @Test func `superfluous files are issues`() async throws {
        let opened = try await fixture.cut()
        try fixture.folder.write(Data(), to: "big_files/9/notes.txt")
        #expect(try await issues(opened) == ["big_files/9/notes.txt: this is not a tile of level 9."])
    }

    @Test(arguments: [TileFormat.jpeg, .png])
    func `a misplaced tile is found by its overlaps`(format: TileFormat) async throws {
        var fixture = fixture
        fixture.options.format = .fixed(format)
        fixture.options.overlap = 2
        let opened = try await fixture.cut()
        let fileExtension = format.fileExtension
        try fixture.folder.write(
            fixture.folder.bytes(of: "big_files/9/2_2.\(fileExtension)"), to: "big_files/9/1_1.\(fileExtension)")
        let issues = try await issues(opened)
        #expect(!issues.isEmpty && issues.allSatisfy { $0.contains(" differs from the tile ") }, "\(issues)")
        #expect(issues.allSatisfy { ["9/1_1", "9/0_1", "9/1_0"].contains(String($0.dropFirst(10).prefix(5))) })
    }

    @Test func `issues beyond the limit are only counted`() async throws {
        let opened = try await fixture.cut()
        for column in 0..<5 {
            for row in 0..<4 where (column, row) != (2, 2) {
                try fixture.folder.remove("big_files/9/\(column)_\(row).jpg")
            }
        }
        var options = VerificationOptions()
        options.issueLimit = 3
        let result = try await PyramidVerifier(opened, options: options).verify()
        #expect(result.issueCount == 19 && result.issues.count == 3 && !result.isValid)
    }

    @Test func `every level is similar to the image of the pyramid`() async throws {
        var fixture = fixture
        fixture.options.format = .fixed(.png)
        fixture.options.overlap = 1
        var options = VerificationOptions()
        options.image = fixture.image
        options.minimumPSNR = 60
        let opened = try await fixture.cut()
        let exact = try await PyramidVerifier(opened, options: options).verify()
        #expect(exact.isValid && exact.similarities.map(\.level) == Array(0...9))
        #expect(exact.similarities.allSatisfy { $0.psnr == .infinity })
        fixture.options.format = .fixed(.jpeg)
        fixture.options.chroma = .full
        options.minimumPSNR = 20
        let lossy = try await PyramidVerifier(fixture.cut("lossy"), options: options).verify()
        #expect(lossy.isValid && lossy.similarities.last.map { (20..<60).contains($0.psnr) } == true)
    }

    @Test(arguments: [(300, 200), (301, 203), (64, 64), (257, 70)], [TileFormat.png, .jpeg])
    func `a centered image is compared at its position in the grid`(
        size: (Int, Int), format: TileFormat
    ) async throws {
        var fixture = fixture
        try fixture.makeImage(size.0, size.1)
        fixture.options.format = .fixed(format)
        fixture.options.chroma = .full
        fixture.options.isCentered = true
        var target = PyramidTarget(.google)
        target.isCentered = true
        fixture.options.shape = target.shape
        // A background that must not appear inside the image.
        fixture.options.background = RGBColor(red: 0, green: 60, blue: 0)
        let plan = try CutPlan(.file(fixture.image), options: fixture.options)
        target.margin = plan.margin
        let store = try target.makeStore(
            at: fixture.folder.path("centered"), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.cut(into: store)
        var options = VerificationOptions()
        options.image = fixture.image
        options.minimumPSNR = format == .png ? 99 : 25
        let result = try await PyramidVerifier(fixture.open("centered"), options: options).verify()
        #expect(result.isValid, "\(result.issues)")
        #expect(result.similarities.count == plan.pyramid.levels.count)
        #expect(result.similarities.last?.samples == 3 * size.0 * size.1)
        #expect(result.report.size == PixelSize(width: size.0, height: size.1))
        try fixture.makeImage(size.0, size.1, name: "other.png", inverted: true)
        options.image = fixture.folder.path("other.png")
        #expect(try await !PyramidVerifier(fixture.open("centered"), options: options).verify().isValid)
        try fixture.makeImage(size.0 + 64, size.1, name: "larger.png")
        options.image = fixture.folder.path("larger.png")
        #expect(try await PyramidVerifier(fixture.open("centered"), options: options).verify().similarities.isEmpty)
    }

    @Test(arguments: [false, true])
    func `an image on Google's grid of libvips is compared at its position, which is not recorded`(
        isCentered: Bool
    ) async throws {
        var fixture = fixture
        fixture.options.tileSize = 256
        try fixture.makeImage(601, 200)
        var target = PyramidTarget(.google)
        target.isCentered = isCentered
        fixture.options.isCentered = isCentered
        fixture.options.shape = target.shape
        fixture.options.format = .fixed(.png)
        let plan = try CutPlan(.file(fixture.image), options: fixture.options)
        let store = try target.makeStore(at: fixture.folder.path("google"), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.cut(into: store)
        try fixture.folder.remove("google/tiles.json")
        var options = VerificationOptions()
        options.image = fixture.image
        let opened = try fixture.open("google")
        // 4×4 tiles, because the coarsest zoom level has a single one.
        #expect(opened.format == .google && opened.source.pyramid.size == PixelSize(width: 1024, height: 1024))
        let result = try await PyramidVerifier(opened, options: options).verify()
        #expect(result.isValid && result.similarities.count == 3, "\(result.issues)")
        #expect(result.similarities.allSatisfy { $0.squaredError == 0 }, "\(result.similarities)")
        #expect(result.similarities.last?.samples == 3 * 601 * 200)
    }

    @Test func `another image is below the minimum similarity, and one of another size is an issue`()
        async throws
    {
        let opened = try await fixture.cut()
        try fixture.makeImage(300, 200, name: "other.png", inverted: true)
        try fixture.makeImage(301, 200, name: "larger.png")
        var options = VerificationOptions()
        options.image = fixture.folder.path("other.png")
        let other = try await PyramidVerifier(opened, options: options).verify()
        #expect(other.issueCount == 1 && other.issues.first?.location == "level 9")
        #expect(other.issues.first?.message.hasPrefix("it does not show \(fixture.folder.path("other.png")) (") == true)
        options.minimumPSNR = 0
        #expect(try await PyramidVerifier(opened, options: options).verify().isValid)
        options.minimumPSNR = 20
        let result = try await PyramidVerifier(opened, options: options).verify()
        #expect(result.issues.last?.message.hasPrefix("its similarity of ") == true)
        #expect(result.issues.last?.message.hasSuffix(" dB is below the minimum of 20.0 dB.") == true)
        options.image = fixture.folder.path("larger.png")
        let larger = try await PyramidVerifier(opened, options: options).verify()
        #expect(larger.issues.map(\.message) == ["the image has 301×200 pixels, but the pyramid 300×200."])
    }

    @Test func `a run can be interrupted`() async throws {
        let opened = try await fixture.cut()
        let cancellation = Cancellation()
        cancellation.cancel()
        let error = #expect(throws: CuttingError.self) {
            try PyramidVerifier(opened).verify(cancellation: cancellation, onProgress: nil)
        }
        #expect(error?.code == .interrupted)
    }
}

import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TileCutting
import TilePyramid

@Suite(.timeLimited) struct CutOptionsTests {
    static let somewhere = GeoBounds(west: 0, south: 0, east: 1, north: 1, crs: .wgs84)

    /// Invalid changes to the options, each with a word that its error has to mention.
    static let nonsense: [(change: @Sendable (inout CutOptions) -> Void, word: String)] = [
        ({ $0.tileSize = 0 }, "tile size"), ({ $0.tileSize = 8_193 }, "tile size"), ({ $0.tileSize = -1 }, "tile size"),
        ({ $0.overlap = -1 }, "overlap"), ({ $0.overlap = 256 }, "overlap"), ({ $0.levelCount = 0 }, "levels"),
        ({ $0.quality = 0 }, "quality"), ({ $0.quality = 101 }, "quality"), ({ $0.threads = 0 }, "threads"),
        ({ $0.threads = 1_025 }, "threads"), ({ $0.decoding.depth = .sixteen }, "16 bits"),
        (
            {
                $0.shape.padsTiles = true
                $0.overlap = 1
            }, "overlap"
        ),
        (
            {
                $0.isCentered = true
                $0.overlap = 1
            }, "overlap"
        ),
        ({ $0.shape.origin.x = -1 }, "negative"), ({ $0.shape.coarsest = .levels(0) }, "levels"),
        ({ $0.shape.coarsest = .levels(41) }, "levels"), ({ $0.blankTolerance = 256 }, "tolerance"),
        ({ $0.blankTolerance = -1 }, "tolerance"), ({ $0.maximumZoom = 3 }, "bounds"),
        (
            {
                $0.bounds = somewhere
                $0.minimumZoom = 5
                $0.maximumZoom = 4
            }, "zooms"
        ),
        (
            {
                $0.bounds = somewhere
                $0.maximumZoom = 31
            }, "zooms"
        ),
        (
            {
                $0.bounds = somewhere
                $0.overlap = 1
            }, "overlap"
        ),
        (
            {
                $0.bounds = somewhere
                $0.isCentered = true
            }, "centered"
        ),
        (
            {
                $0.format = .fixed(.webp)
                $0.tileSize = 8_192
                $0.overlap = 4_096
            }, "16384 pixels"
        ),
    ]

    @Test(arguments: nonsense.indices)
    func `an invalid option is an error that names it`(index: Int) throws {
        var options = CutOptions()
        Self.nonsense[index].change(&options)
        let error = #expect(throws: CuttingError.self) {
            _ = try CutPlan(.bytes([], name: "none"), options: options)
        }
        #expect(error?.code == .invalidOptions)
        #expect(error?.message.contains(Self.nonsense[index].word) == true)
    }

    @Test func `the extremes of each range are accepted`() throws {
        var options = CutOptions()
        options.tileSize = 8_192
        options.overlap = 8_191
        options.quality = 100
        options.levelCount = 1_000
        options.threads = 1_024
        let plan = try CutPlan(.bytes(TestJPEG.make(width: 9, height: 7), name: "small"), options: options)
        #expect(plan.pyramid.tileCount == 5)
        #expect(plan.image.size == PixelSize(width: 9, height: 7))
        #expect(plan.format == .jpeg)
    }
}

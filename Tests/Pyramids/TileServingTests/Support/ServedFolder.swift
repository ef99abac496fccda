import Glibc
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TileCutting
import TilePyramid
import TileStores

@testable import TileServing

/// A folder of images and pyramids for a test, and the handler that serves them.
struct ServedFolder {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The sample of a pixel of every test image.
    static func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (x &* 7 &+ y &* 13 &+ channel &* 50 &+ (x &* y) / 5) & 255
    }

    /// The rows of a test image.
    static func rows(_ size: PixelSize, _ layout: PixelLayout = PixelLayout(.rgb)) -> [[UInt8]] {
        (0..<size.height).map { y in
            (0..<size.width * layout.channels.rawValue).map { index in
                let channels = layout.channels.rawValue
                return UInt8(truncatingIfNeeded: sample(index / channels, y, index % channels))
            }
        }
    }

    /// Writes a test image as PNG or JPEG, by the file extension.
    func addImage(
        _ name: String, _ width: Int, _ height: Int, layout: PixelLayout = PixelLayout(.rgb)
    ) throws {
        let path = folder.path(name)
        let format = ImageFileFormat(path: path) ?? .png
        let size = PixelSize(width: width, height: height)
        let writer = try format.makeWriter(path, size: size, layout: layout)
        let bytes = Self.rows(size, layout).flatMap { $0 }
        try bytes.withUnsafeBytes { memory in
            guard let base = memory.baseAddress else { return }
            try writer.write(PixelBand(base: base, stride: width * layout.bytesPerPixel, rows: 0..<height))
        }
        try writer.finish()
    }

    /// Cuts a test image into a pyramid of a format; by default of PNG tiles, which keep every sample.
    func addPyramid(
        _ name: String, _ width: Int, _ height: Int, as format: PyramidFormat = .szi,
        layout: PixelLayout = PixelLayout(.rgb), change: (inout CutOptions) -> Void = { _ in }
    ) async throws {
        let other = try ServedFolder()
        try other.addImage("source.png", width, height, layout: layout)
        var options = CutOptions()
        options.format = .fixed(.png)
        options.tileSize = 32
        options.shape = format.shape
        change(&options)
        let plan = try CutPlan(.file(other.folder.path("source.png")), options: options)
        var target = PyramidTarget(format)
        target.georeference = plan.georeference
        let store = try target.makeStore(at: folder.path(name), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.cut(into: store)
    }

    /// The handler of everything in the folder.
    func handler(cutFolder: String? = nil, limits: ServingLimits = ServingLimits()) -> TileRequestHandler {
        TileRequestHandler(serving: [folder.path], cutFolder: cutFolder, limits: limits)
    }

    /// The rows of a test image halved a number of times, as a pyramid's levels are.
    static func halved(_ size: PixelSize, times: Int, layout: PixelLayout = PixelLayout(.rgb)) -> [[UInt8]] {
        var rows = rows(size, layout)
        var size = size
        for _ in 0..<times {
            let coarser = size.halved
            rows = (0..<coarser.height).map { y in
                var output = [UInt8](repeating: 0, count: coarser.width * layout.bytesPerPixel)
                let lower = 2 * y + 1 < rows.count ? rows[2 * y + 1] : nil
                output.withUnsafeMutableBytes { target in
                    rows[2 * y].withUnsafeBytes { upper in
                        guard let target = target.baseAddress, let above = upper.baseAddress else { return }
                        (lower ?? []).withUnsafeBytes { below in
                            BoxDownsampling.makeRowScalar(
                                upper: above, lower: lower == nil ? nil : below.baseAddress, width: size.width,
                                layout: layout, into: target, outputRow: y)
                        }
                    }
                }
                return output
            }
            size = coarser
        }
        return rows
    }
}

extension TileRequestHandler {
    /// The answer to a request, as a server gives it.
    func answer(
        _ path: String, fields: [String: String] = [:], origin: String = "http://localhost"
    ) async throws -> ServerAnswer {
        do {
            return try await plan(for: ServerRequest(path: path, fields: fields, origin: origin)).answer()
        } catch let error as RequestError {
            return ServerAnswer(error)
        }
    }

    /// The status of the answer to a request.
    func status(_ path: String) async throws -> Int { try await answer(path).status }

    /// The image in the answer to a request.
    func image(_ path: String) async throws -> DecodedImage {
        try DecodedImage(openImage(.bytes(try await answer(path).bytes, name: path)))
    }

    /// The text in the answer to a request.
    func text(_ path: String) async throws -> String { String(decoding: try await answer(path).bytes, as: UTF8.self) }
}

extension AnswerWork {
    /// Performs the work, once what it waits for has happened.
    func performWhenReady() async throws -> AnswerPlan {
        await prerequisite?.event.wait()
        return try await perform()
    }

    /// Makes the answer at once, in all steps.
    func run() async throws -> ServerAnswer {
        switch try await performWhenReady() {
        case .answer(let answer): answer
        case .work(let work): try await work.run()
        }
    }
}

extension OneShotEvent {
    /// Waits until it has happened.
    func wait() async {
        await withCheckedContinuation { continuation in whenSignaled { continuation.resume() } }
    }
}

extension ServerAnswer {
    /// The bytes in memory, or of the file.
    var bytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .file(let part): part.bytes
        }
    }

    /// The value of a header field.
    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

extension ServedFilePart {
    /// The bytes, read from the file.
    var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = max(0, pread(file.number, buffer.baseAddress, range.count, range.lowerBound))
        }
    }
}

/// The rows of a decoded image as bytes.
func rows(_ image: DecodedImage) -> [[UInt8]] {
    let width = image.info.size.width * image.info.layout.channels.rawValue
    return (0..<image.info.size.height).map { y in
        image.samples[y * width..<(y + 1) * width].map { UInt8(truncatingIfNeeded: $0) }
    }
}

/// A part of rows of RGB.
func cropped(_ rows: [[UInt8]], x: Int, y: Int, width: Int, height: Int, channels: Int = 3) -> [[UInt8]] {
    rows[y..<y + height].map { Array($0[x * channels..<(x + width) * channels]) }
}

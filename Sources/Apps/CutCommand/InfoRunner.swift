internal import FilePyramids
internal import ImageMetadata
internal import PyramidTools
package import ToolSupport

/// Describes pyramids, images, shards and lists of images without reading a tile or a pixel.
package struct InfoRunner: Sendable {
    private let request: PyramidRequest

    /// Creates a runner of a request.
    package init(_ request: PyramidRequest) {
        self.request = request
    }

    /// Writes a description of each file to standard output.
    ///
    /// - Returns: ``ExitStatus/success``, or the status of the first failure.
    package func run() async -> ExitStatus {
        let special: (String) async throws -> ExitStatus? = { path in
            let texts: [String]
            if ValueImage.isZarr(path) {
                let report = ZarrReport(try await ValueImage.openZarr(path, network: request.network))
                for warning in report.warnings {
                    Console.message(about: "tilecut: \(report.name)", "warning: \(warning)")
                }
                texts = request.reportsJSON ? [report.json] : report.lines
            } else if let shard = try ShardDescription(path) {
                texts = request.reportsJSON ? [shard.json] : shard.lines
            } else if let mosaic = try MosaicReport(path, allowedFolders: request.allowedFolders) {
                texts = request.reportsJSON ? [mosaic.json] : mosaic.lines
            } else {
                return nil
            }
            try Console.output(texts, note: "Nothing has been changed.")
            return .success
        }
        let image: (String) throws -> ExitStatus? = { path in
            guard let report = try Self.image(at: path) else { return nil }
            warn(report)
            try Console.output(request.reportsJSON ? [report.json] : report.lines, note: "Nothing has been changed.")
            return .success
        }
        return await request.forEachPyramid(SignalWatcher(), unless: special, orElse: image) { name, opened in
            var report = try PyramidReport(opened)
            // A pyramidal TIFF is an image, too.
            let image = opened.format == .tiff && !PyramidLocation(opened.path).isRemote ? Self.tiff(opened.path) : nil
            // The image says why its place is not known.
            if image.map({ $0.georeference != nil }) ?? true { report.addPlace(of: opened) }
            for warning in report.warnings { Console.message(about: "tilecut: \(name)", "warning: \(warning)") }
            image.map(warn)
            let text = request.reportsJSON ? [report.json(of: image)] : report.lines(of: image)
            try Console.output(text, note: "Nothing has been changed.")
            return .success
        }
    }

    /// Describes an image; nil if the file is none of a known format.
    ///
    /// - Throws: `CodecError` if it is damaged.
    private static func image(at path: String) throws -> ImageReport? {
        do {
            return try ImageReport(.file(path))
        } catch let error as CodecError where error.code == .unsupported || error.code == .unreadable {
            return nil
        }
    }

    /// Describes the image in a pyramidal TIFF; nil where decoders for images do not read it.
    private static func tiff(_ path: String) -> ImageReport? { try? ImageReport(.file(path)) }

    private func warn(_ report: ImageReport) {
        for warning in report.warnings {
            Console.message(about: "tilecut: \(report.path)", "warning: \(warning)")
        }
    }
}

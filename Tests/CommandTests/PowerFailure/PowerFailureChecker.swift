import Foundation
import TestSupport
import TilePyramid
import TileStores

/// Decides whether a disk after a power failure has a whole pyramid, or something that the next run understands.
///
/// Equal disks are checked once.
struct PowerFailureChecker {
    let run: RecordedRun
    private var known: Set<DiskImage> = []
    /// The disks that were written to a folder, and continued with the library.
    private(set) var continuedCount = 0

    init(_ run: RecordedRun) {
        self.run = run
    }

    /// Returns the fault of a disk; nil if there is none.
    mutating func fault(of disk: DiskImage) throws -> String? {
        let image = disk.filter { $0 != "a.jpg" }
        // Compared here, where nothing is optimized, the bytes would take most of the time of these tests.
        guard disk.hasSameFile("a.jpg", as: run.start) else { return "the image has changed" }
        let visible = image.filter { !Self.isPartial($0) }
        let isWhole = visible == run.after
        let isUntouched = visible == run.before
        guard isWhole || isUntouched || run.kind.folder != nil else { return Self.difference(visible, run.after) }
        // The next run truncates the partial file of a single-file container, whatever is in it.
        guard run.kind.folder != nil, image != visible || !isWhole && !isUntouched else { return nil }
        guard known.insert(image).inserted else { return nil }
        return try continued(image, isWhole: isWhole)
    }

    /// Whether a path is an unfinished file or folder, or inside one.
    private static func isPartial(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasSuffix(".partial") }
    }

    private static func difference(_ image: DiskImage, _ expected: DiskImage) -> String {
        let names = Set(image.files.keys).union(expected.files.keys)
            .filter { image.files[$0] != expected.files[$0] }.sorted()
        let folders = image.folders.symmetricDifference(expected.folders).sorted()
        return "different: \(names.prefix(4)) \(folders.prefix(4))"
    }

    /// Writes the disk to a folder, and continues it like the same command with `--resume`.
    private mutating func continued(_ image: DiskImage, isWhole: Bool) throws -> String? {
        guard let target = run.kind.folder, let pyramid = run.pyramid else { return nil }
        continuedCount += 1
        let folder = try RecordedRun.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try image.write(to: folder) { Self.isPartial($0) && !$0.contains("/") ? 0o1644 : 0o644 }
        do {
            var options = StoreOptions()
            options.resumes = true
            options.replacesExisting = run.kind.replaces
            options.fingerprint = run.fingerprint
            let store = try target.makeStore(
                at: "\(folder)/\(run.path)", pyramid: pyramid, format: run.format, options: options)
            for (index, tile) in run.tiles where !store.isFinished(index) {
                try store.write(tile.bytes.span.bytes, format: tile.format, at: index)
            }
            try store.finish()
        } catch let error as StoreError where error.code == .exists && isWhole {
            return nil
        } catch {
            return "\(error)"
        }
        let result = try DiskImage(of: folder)
        return result == run.after ? nil : "continued: \(Self.difference(result, run.after))"
    }
}

extension RecordedRun {
    /// The fingerprint in the journal of a folder.
    var fingerprint: String {
        for case .write(let path, offset: 0, let bytes) in operations where path.hasSuffix("tilekit-journal") {
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 2)
            guard lines.count == 3, let count = Int(lines[1]) else { continue }
            return String(decoding: lines[2].utf8.prefix(count), as: UTF8.self)
        }
        return ""
    }
}

import Compositing
import Foundation
import LayerTree
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

/// Expects SDL's renderer and the compositor to draw the same frame.
///
/// No sample may differ by more than 2, except beside the edges of quads and clips, where a pixel may belong to either
/// side. If they disagree, both frames and their difference are written into a folder that the message names.
@MainActor
func expectAgreement(
    _ tree: RenderTree, as name: String, tolerance: Int = 2, in window: WindowPresenter? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let size = (Double(tree.size.width), Double(tree.size.height))
    let window = try window ?? acceleratedWindow(width: size.0, height: size.1)
    let accelerated = try window.snapshot(of: tree)
    let composited = Compositor().draw(tree)
    let isEdge = edges(of: tree)
    let first = accelerated.withPixels { Array($0) }
    let second = composited.withPixels { Array($0) }
    var differing = 0
    var greatest = 0
    for index in first.indices where first[index] != second[index] && !isEdge[index] {
        let difference = difference(first[index], second[index])
        greatest = max(greatest, difference)
        if difference > tolerance { differing += 1 }
    }
    let keeps = ProcessInfo.processInfo.environment["TILEKIT_KEEP"] != nil
    guard differing > 0 || keeps else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tilekit-snapshots")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent(name).path
    try accelerated.writePNG("\(path)-accelerated.png")
    try composited.writePNG("\(path)-composited.png")
    try SnapshotDifference(opaque(accelerated), opaque(composited)).visualization.writePNG("\(path)-difference.png")
    if differing > 0 {
        Issue.record(
            "\(name): \(differing) pixels differ by up to \(greatest), besides edges. Look at \(path)-*.png.",
            sourceLocation: sourceLocation)
    }
}

/// The largest difference between the samples of two pixels, alpha excluded.
private func difference(_ first: UInt32, _ second: UInt32) -> Int {
    [UInt32(0), 8, 16].reduce(0) { greatest, shift in
        max(greatest, abs(Int(first >> shift & 255) - Int(second >> shift & 255)))
    }
}

/// The image made opaque, as pixels read back from a window have no alpha.
private func opaque(_ image: PixelBuffer) -> PixelBuffer {
    buffer(image.size.width, image.size.height) { image[$0, $1] | 0xFF00_0000 }
}

/// Whether each pixel is beside an edge of the area that any quad covers.
private func edges(of tree: RenderTree) -> [Bool] {
    let width = tree.size.width
    var result = Array(repeating: false, count: tree.size.area)
    for quad in quads(in: tree.items) {
        var alone = quad
        alone.fill = .color(.white)
        alone.opacity = 1
        let covered = Compositor().draw(RenderTree(size: tree.size, items: [.quad(alone)])).withPixels { Array($0) }
        for y in 0..<tree.size.height {
            for x in 0..<width {
                let index = y * width + x
                let right = x + 1 < width ? index + 1 : index
                for neighbor in [right, index + width, right + width, right - width]
                where covered.indices.contains(neighbor) && covered[neighbor] != covered[index] {
                    result[index] = true
                    result[neighbor] = true
                }
            }
        }
    }
    return result
}

private func quads(in items: [RenderItem]) -> [RenderQuad] {
    items.flatMap { item -> [RenderQuad] in
        switch item {
        case .quad(let quad): [quad]
        case .group(let group): quads(in: group.items)
        case .shape, .shadow, .sprites, .raster: []
        }
    }
}

import Compositing
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TileViewing
import TiledLayers
import VectorDrawing

@testable import FlightBench

/// Compares the pixels of a flight, each of which says which level it is of, with what is measured from the pieces.
@MainActor @Suite(.timeLimited) struct PixelGroundTruthTests {
    /// The standard flight over an image of a tenth of its size, in a small view.
    private static let flight = Flight(
        over: PixelSize(width: 6000, height: 4000), tileSize: 64, viewport: PixelSize(width: 192, height: 120),
        keys: Flight.standard.keys.map { key in
            var key = key
            key.view.center = Point(x: key.view.center.x / 10, y: key.view.center.y / 10)
            return key
        })

    /// The fraction of a snapshot that is blank, and its average blur, judged by its pixels.
    private func quality(of snapshot: PixelBuffer, scale: Double, pyramid: Pyramid) -> (blank: Double, blur: Double) {
        var levels: [UInt32: Double] = [:]
        for level in pyramid.levels {
            levels[SimulatedTiles.pixel(ofLevel: level.index)] = max(0, log2(scale * level.downsample))
        }
        var blank = 0
        var blur = 0.0
        snapshot.withPixels { pixels in
            for pixel in pixels {
                if let level = levels[pixel] { blur += level } else { blank += 1 }
            }
        }
        return (Double(blank) / Double(snapshot.size.area), blur / Double(snapshot.size.area))
    }

    @Test func `Pixels agree with the meter, and none of them is blank once the view was covered`() {
        let pyramid = Pyramid(size: Self.flight.imageSize, tileSize: Self.flight.tileSize)
        let simulator = FlightSimulator(Self.flight, conditions: SimulatedConditions(latency: 0.1, failureRate: 0.05))
        simulator.layer.fadeDuration = 0
        // Coarser tiles whenever the view is fast.
        simulator.layer.planner.swappingShare = 0
        let compositor = Compositor(workerCount: 1)
        var number = 0
        var looked = 0
        var inside = 0
        var blurred = 0
        var isCovered = false
        _ = simulator.run { frame, tree in
            number += 1
            guard number.isMultiple(of: 11) || !isCovered else { return }
            looked += 1
            let measured = ViewedQuality(of: frame)
            let seen = quality(of: compositor.draw(tree), scale: frame.scale, pyramid: pyramid)
            // Outside of the image nothing is drawn, and nothing is blank.
            let outside = 1 - measured.visible
            #expect(abs(seen.blank - outside - measured.blank) < 0.005, "\(frame.time)")
            #expect(abs(seen.blur - measured.blur) < 0.01, "\(frame.time)")
            if isCovered, measured.visible > 1 - 1e-9 {
                #expect(seen.blank == 0, "\(frame.time)")
                inside += 1
            }
            isCovered = isCovered || measured.isCovered
            blurred += measured.blur > 0.5 ? 1 : 0
        }
        #expect(looked > 80 && inside > 60 && blurred > 20)
    }
}

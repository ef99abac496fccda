import ChannelImages
import Foundation
import TestLimits
import Testing

@Suite(.timeLimited) struct HillshadeTests {
    private func shaded(_ rows: [[Float]], _ light: Hillshade = Hillshade()) -> [[UInt8]] {
        rows.indices.map { y in
            var output = Array(repeating: UInt8(0), count: rows[y].count)
            func shade(above: UnsafePointer<Float>?, below: UnsafePointer<Float>?) {
                light.shade(rows[y], above: above, below: below, count: rows[y].count, to: &output)
            }
            switch (y > 0, y + 1 < rows.count) {
            case (false, false): shade(above: nil, below: nil)
            case (true, false): rows[y - 1].withUnsafeBufferPointer { shade(above: $0.baseAddress, below: nil) }
            case (false, true): rows[y + 1].withUnsafeBufferPointer { shade(above: nil, below: $0.baseAddress) }
            case (true, true):
                rows[y - 1].withUnsafeBufferPointer { above in
                    rows[y + 1].withUnsafeBufferPointer { shade(above: above.baseAddress, below: $0.baseAddress) }
                }
            }
            return output
        }
    }

    /// The shade of the middle of nine elevations, by Horn's formula in the form of slope and aspect.
    private func reference(_ z: [Double], _ light: Hillshade) -> UInt8 {
        let x = ((z[0] + 2 * z[3] + z[6]) - (z[2] + 2 * z[5] + z[8])) / (8 * light.pixelWidth)
        let y = ((z[0] + 2 * z[1] + z[2]) - (z[6] + 2 * z[7] + z[8])) / (8 * light.pixelHeight)
        let slope = atan(light.exaggeration * (x * x + y * y).squareRoot())
        let aspect = atan2(y, x)
        let altitude = light.altitude * .pi / 180
        let azimuth = light.azimuth * .pi / 180
        let cosine = sin(altitude) * cos(slope) - cos(altitude) * sin(slope) * sin(aspect - azimuth)
        return cosine > 0 ? UInt8((1 + 254 * cosine).rounded()) : 1
    }

    @Test func `flat ground has the shade of the sun's height`() {
        #expect(shaded([[5, 5, 5], [5, 5, 5], [5, 5, 5]]) == Array(repeating: [181, 181, 181], count: 3))
        #expect(shaded([[5]]) == [[181]])
    }

    @Test func `slopes to the northwest are bright, and those away from the light have 1`() {
        let east: [Float] = [0, 1, 2]
        #expect(shaded([east, east, east])[1][1] == 218)
        #expect(shaded([east.reversed(), east.reversed(), east.reversed()])[1][1] == 38)
        #expect(shaded([[0, 0, 0], [1, 1, 1], [2, 2, 2]])[1][1] == 218)
        #expect(shaded([[9, 6, 3], [6, 3, 0], [3, 0, -3]])[1][1] == 1)
    }

    @Test func `shades are those of the formula of slope and aspect`() {
        let z: [Double] = [12, 14.5, 9, 3, 8, 7.25, 1, 0, 4]
        let rows = [0, 3, 6].map { z[$0..<$0 + 3].map { Float($0) } }
        for azimuth in [0.0, 45, 200, 315] {
            for altitude in [10.0, 45, 90] {
                var light = Hillshade()
                light.azimuth = azimuth
                light.altitude = altitude
                light.exaggeration = 0.7
                light.pixelWidth = 2
                light.pixelHeight = 3
                #expect(shaded(rows, light)[1][1] == reference(z, light))
            }
        }
    }

    @Test func `the edges of a plane have the shade of its middle`() {
        let rows: [[Float]] = (0..<4).map { y in (0..<5).map { x in Float(3 * x - 2 * y) } }
        let shades = shaded(rows)
        #expect(Set(shades.flatMap { $0 }).count == 1)
    }

    @Test func `an invalid elevation has 0, and its neighbors count it as their own`() {
        let shades = shaded([[5, 5, 5], [5, .nan, 5], [5, 5, 5]])
        #expect(shades == [[181, 181, 181], [181, 0, 181], [181, 181, 181]])
        #expect(shaded([[.infinity, 0, 3]])[0][0] == 1)
    }
}

@Suite(.timeLimited) struct TerrainEncodingTests {
    @Test func `elevations have the numbers of Mapbox Terrain-RGB`() {
        #expect(TerrainEncoding.mapbox.code(of: 0) == 100_000)
        #expect(TerrainEncoding.mapbox.code(of: 8848.86) == 188_489)
        #expect(TerrainEncoding.mapbox.code(of: -10_000) == 0)
        #expect(TerrainEncoding.mapbox.code(of: -20_000) == 0)
        #expect(TerrainEncoding.mapbox.code(of: 1e9) == 0xFF_FFFF)
        #expect(TerrainEncoding.mapbox.code(of: .infinity) == 0xFF_FFFF)
        #expect(TerrainEncoding.mapbox.code(of: .nan) == nil)
        #expect(TerrainEncoding.mapbox.elevation(of: 100_005) == 0.5)
    }

    @Test func `elevations have the numbers of Terrarium`() {
        #expect(TerrainEncoding.terrarium.code(of: 0) == 0x80_0000)
        #expect(TerrainEncoding.terrarium.code(of: 1.5) == 0x80_0180)
        #expect(TerrainEncoding.terrarium.code(of: -1) == 0x7F_FF00)
        #expect(TerrainEncoding.terrarium.code(of: -32_768.5) == 0)
        #expect(TerrainEncoding.terrarium.code(of: 32_768) == 0xFF_FFFF)
        #expect(TerrainEncoding.terrarium.elevation(of: 0x80_0180) == 1.5)
    }

    @Test func `a row has red, green and blue, and alpha of valid elevations`() {
        let values = [0, Double.nan, 8848.86]
        var pixels = Array(repeating: UInt8(9), count: 12)
        TerrainEncoding.mapbox.encode(values, count: 3, to: &pixels, hasAlpha: true)
        #expect(pixels == [1, 0x86, 0xA0, 255, 0, 0, 0, 0, 2, 0xE0, 0x49, 255])
        TerrainEncoding.mapbox.encode(values, count: 3, to: &pixels, hasAlpha: false)
        #expect(pixels == [1, 0x86, 0xA0, 0, 0, 0, 2, 0xE0, 0x49, 0xE0, 0x49, 255])
    }
}

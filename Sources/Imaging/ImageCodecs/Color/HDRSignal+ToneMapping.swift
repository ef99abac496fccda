internal import ImageMetadata
internal import PixelKernels

/// PQ and HLG become SDR: white of an SDR image is 203 cd/m² (BT.2408), brighter tones follow the curve of BT.2390,
/// applied to the largest of red, green and blue, and colors beyond sRGB are clipped.
extension HDRSignal {
    /// The sRGB gray for each of 65,536 grays.
    var grayCurve: [UInt16] {
        (0...65535).map { UInt16((65535 * LinearLight.encoded(encoding.light(Double($0) / 65535))).rounded()) }
    }

    /// The warning about what is lost.
    var warning: String {
        let peak = Int(encoding.toneCurve.peak.rounded())
        return "its colors are HDR (\(name)); they are tone mapped to SDR, from a peak of \(peak) cd/m²."
    }
}

extension ToneMapping {
    /// Prepares the conversion of an HDR image to sRGB; nil when its primaries are not a color space.
    ///
    /// - Parameters:
    ///   - signal: the encoding of the image.
    ///   - depth: the depth of its samples.
    init?(_ signal: HDRSignal, depth: PixelLayout.Depth) {
        guard let toLight = ColorPrimaries.sRGB.colorants?.inverse else { return nil }
        let columns = (toLight * signal.colorants).columns
        guard [columns.0, columns.1, columns.2].allSatisfy({ $0.min() > -100 && $0.max() < 100 }) else { return nil }
        let encoding = signal.encoding
        let curve = encoding.toneCurve
        let isPQ = encoding.transfer == .pq
        let full = isPQ ? curve.peak : HybridLogGamma.displayPeak
        let last = depth == .sixteen ? 65535 : 255
        let light = (0...last).map { sample in
            let stored = encoding.fullRange(Double(sample) / Double(last))
            return isPQ ? PerceptualQuantizer.nits(stored) / full : HybridLogGamma.sceneLight(stored)
        }
        self.init(
            Curves(
                light: light, factor: { $0 > 0 ? curve.light($0 * full) / $0 : full / ToneCurve.white },
                overall: isPQ ? nil : (HybridLogGamma.systemGamma - 1, HybridLogGamma.luminance), matrix: columns,
                encode: LinearLight.encoded))
    }
}

internal import ImageMetadata
internal import TilePyramid

/// Writes decoded parts of an image as pixels.
struct JPEG2000PartWriter: Sendable {
    let geometry: JPEG2000Geometry
    let conversion: JPEG2000PixelConversion
    /// The component of each channel, and its subsampling factors.
    let channels: [(component: Int, subsampling: PixelSize)]

    /// Writes the pixels of a rectangle; false when the part does not have their samples.
    ///
    /// A pixel of a subsampled component shows the last sample at or before it; at the edge of the image, the nearest.
    func write(
        _ part: OpenJPEGDecoder.DecodedPlanes, _ rect: PixelRect, into target: UnsafeMutableRawPointer, stride: Int
    ) -> Bool {
        var sources: [(plane: OpenJPEGDecoder.DecodedPlanes.Plane, indices: [Int32]?, subsampling: PixelSize)] = []
        for (component, subsampling) in channels {
            guard part.planes.indices.contains(component) else { return false }
            let plane = part.planes[component]
            guard plane.size.width > 0, plane.size.height > 0 else { return false }
            let isFull = subsampling.width == geometry.horizontal.step && subsampling.height == geometry.vertical.step
            guard !isFull || Self.covers(plane, rect) else { return false }
            sources.append((plane, indices(plane, rect.columns, subsampling.width), subsampling))
        }
        for y in rect.rows {
            let rows = sources.map { plane, indices, subsampling in
                let sample = geometry.vertical.sample(y, subsampling: subsampling.height) - plane.origin.y
                var samples = plane.row(min(max(sample, 0), plane.size.height - 1))
                if indices == nil { samples += rect.x - plane.origin.x }
                return JPEG2000PixelConversion.Row(samples: samples, indices: indices)
            }
            conversion.convert(rows, count: rect.size.width, to: target + (y - rect.y) * stride)
        }
        return true
    }

    private static func covers(_ plane: OpenJPEGDecoder.DecodedPlanes.Plane, _ rect: PixelRect) -> Bool {
        plane.origin.x <= rect.x && plane.origin.x + plane.size.width >= rect.columns.upperBound
            && plane.origin.y <= rect.y && plane.origin.y + plane.size.height >= rect.rows.upperBound
    }

    /// The number of the sample in a row of a plane for each pixel; nil when there is one for each.
    private func indices(
        _ plane: OpenJPEGDecoder.DecodedPlanes.Plane, _ columns: Range<Int>, _ subsampling: Int
    ) -> [Int32]? {
        let axis = geometry.horizontal
        let isCovered =
            plane.origin.x <= columns.lowerBound && plane.origin.x + plane.size.width >= columns.upperBound
        guard subsampling != axis.step || !isCovered else { return nil }
        return columns.map { pixel in
            let sample = axis.sample(pixel, subsampling: subsampling) - plane.origin.x
            return Int32(min(max(sample, 0), plane.size.width - 1))
        }
    }
}

internal import Georeferencing
internal import ImageMetadata
internal import ImageSources
internal import MapProjections
internal import Numbers
internal import PixelKernels
internal import TilePyramid

/// The positions of all images of a mosaic.
struct PlacementPlan {
    /// The size of the mosaic.
    let size: PixelSize
    /// The position of its pixels on the Earth.
    let georeference: RasterGeoreference?
    /// The images from the lowest to the uppermost.
    let images: [PlacedImage]

    /// The part of a pixel by which an image may be off the grid and still be copied.
    private static let slack = 0.01
    /// The system of pixels, in which positions are pixels of the mosaic.
    private static let pixels = "pixels"

    /// Finds the positions of images by their headers.
    ///
    /// - Throws: `CodecError` that names the image that cannot be placed, or the list.
    init(_ description: MosaicDescription, _ headers: [MemberHeader]) throws(CodecError) {
        var georeference: RasterGeoreference?
        var footprints: [Int: RasterFootprint] = [:]
        if let transform = description.transform, let crs = description.crs {
            georeference = RasterGeoreference(crs: crs, transform: transform)
        }
        let placed = headers.indices.filter { headers[$0].georeference != nil }
        if let first = placed.first, let position = headers[first].georeference {
            let crs = description.crs ?? position.crs
            for index in placed {
                do throws(CodecError) {
                    footprints[index] = try Self.footprint(headers[index], crs)
                } catch {
                    throw error.inList(description.path)
                }
            }
            let transform = description.transform
            georeference = RasterGeoreference(
                crs: crs,
                transform: transform ?? Self.grid(description, position, crs, placed.compactMap { footprints[$0] }))
        }
        let toPixels = georeference?.transform.inverse
        if georeference != nil, toPixels == nil {
            throw CodecError(.damaged, file: description.path, "the pixels of the mosaic have no area on the map.")
        }
        var images: [(image: PlacedImage, priority: Double)] = []
        let bounds = description.size ?? Self.extent(headers, footprints, toPixels)
        guard let size = bounds, max(size.width, size.height) <= ImageInfo.longestSide else {
            throw CodecError(
                .unsupported, file: description.path,
                "the images lie so far apart that a side would have more than 10,000,000 pixels. Correct their positions, or "
                    + "state a size.")
        }
        for (index, header) in headers.enumerated() {
            let position = Self.position(of: header, footprints[index], georeference, toPixels)
            guard let rect = position.rect.clamped(to: size) else { continue }
            let image = PlacedImage(header, rect, position)
            guard image.rect.size.width > 0, image.rect.size.height > 0 else { continue }
            images.append((image, header.member.priority))
        }
        self.size = size
        self.georeference = georeference
        // The sort is stable: of equal priorities the later of the list lies on top.
        self.images = images.enumerated().sorted {
            ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset)
        }.map(\.element.image)
    }

    // MARK: Georeferenced images

    private static func footprint(_ header: MemberHeader, _ crs: String) throws(CodecError) -> RasterFootprint? {
        guard let georeference = header.georeference else { return nil }
        do throws(GeoreferencingError) {
            // An image in the system itself may lie anywhere.
            let limits = georeference.crs == crs ? nil : Self.limits(of: crs)
            let footprint = try RasterFootprint(of: georeference, size: header.info.size, in: crs, limits: limits)
            if let limits, footprint.east > limits.east {
                throw GeoreferencingError(
                    "the image crosses the 180th meridian, where the map of a list ends. Cut it in two there.")
            }
            return footprint
        } catch {
            throw CodecError(.unsupported, file: header.member.path, error.message)
        }
    }

    /// The edges of the Earth in a system; nil where they are not known.
    private static func limits(of crs: String) -> (west: Double, south: Double, east: Double, north: Double)? {
        switch GeoBounds.CoordinateReferenceSystem(rawValue: crs) {
        case .webMercator:
            (-WebMercator.originShift, -WebMercator.originShift, WebMercator.originShift, WebMercator.originShift)
        case .wgs84: (-180, -90, 180, 90)
        case nil: nil
        }
    }

    /// The grid of a mosaic whose images determine it: north up, with pixels of the first image where its system is the same.
    private static func grid(
        _ description: MosaicDescription, _ first: RasterGeoreference, _ crs: String, _ footprints: [RasterFootprint]
    ) -> Geotransform {
        let west = footprints.map(\.west).min() ?? 0
        let north = footprints.map(\.north).max() ?? 0
        var width = footprints.first?.pixelSide ?? 1
        var height = footprints.first?.pixelSide ?? 1
        var anchor = (x: west, y: north)
        if first.crs == crs, first.transform.isNorthUp {
            width = first.transform.columnX
            height = -first.transform.rowY
            anchor = (first.transform.originX, first.transform.originY)
        }
        if let side = description.resolution {
            width = side
            height = side
        }
        // Whole pixels from the first image's corner, so that it is copied.
        let columns = ((anchor.x - west) / width - slack).rounded(.up)
        let rows = ((north - anchor.y) / height - slack).rounded(.up)
        return Geotransform(
            origin: (anchor.x - columns * width, anchor.y + rows * height), column: (width, 0), row: (0, -height))
    }

    // MARK: Positions

    fileprivate struct Position {
        /// The pixels of the mosaic, which may lie beyond it.
        var rect: UnclampedRect
        /// The first pixel of the image, for copies.
        var offset = PixelOffset.zero
        /// The positions of the image and of the mosaic, where it is resampled.
        var warp: (image: RasterGeoreference, mosaic: RasterGeoreference)?
        /// True when all pixels of ``rect`` show some of the image.
        var isFilled = false
    }

    /// Whole pixels that may lie anywhere.
    fileprivate struct UnclampedRect {
        var left, top, right, bottom: Int

        init(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
            let limits = -1_000_000_000...1_000_000_000
            func whole(_ number: Double) -> Int {
                CheckedNumber.integer(number, rounded: .toNearestOrAwayFromZero, clampedTo: limits)
            }
            self.left = whole(left)
            self.top = whole(top)
            self.right = whole(right)
            self.bottom = whole(bottom)
        }

        func clamped(to size: PixelSize) -> PixelRect? {
            let x = max(0, left)
            let y = max(0, top)
            let end = min(size.width, right)
            let below = min(size.height, bottom)
            return x < end && y < below ? PixelRect(x: x, y: y, width: end - x, height: below - y) : nil
        }
    }

    private static func position(
        of header: MemberHeader, _ footprint: RasterFootprint?, _ mosaic: RasterGeoreference?, _ toPixels: Geotransform?
    ) -> Position {
        let size = (width: Double(header.info.size.width), height: Double(header.info.size.height))
        switch header.member.placement {
        case .origin(let x, let y):
            let whole = MosaicDescription.Rect(x: 0, y: 0, width: size.width, height: size.height)
            return scaled(whole, .init(x: x, y: y, width: size.width, height: size.height), of: size)
        case .scaled(let part, let target):
            return scaled(part ?? .init(x: 0, y: 0, width: size.width, height: size.height), target, of: size)
        case .georeferenced:
            guard let footprint, let mosaic, let toPixels, let georeference = header.georeference else {
                return Position(rect: UnclampedRect(0, 0, 0, 0))
            }
            let steps = (georeference.transform, mosaic.transform)
            let first = toPixels.coordinate(x: georeference.transform.originX, y: georeference.transform.originY)
            let isSameGrid =
                georeference.crs == mosaic.crs && steps.0.isNorthUp && steps.1.isNorthUp
                && abs(steps.0.columnX / steps.1.columnX - 1) * size.width < slack
                && abs(steps.0.rowY / steps.1.rowY - 1) * size.height < slack
            if isSameGrid, isWhole(first.x), isWhole(first.y) {
                return scaled(
                    .init(x: 0, y: 0, width: size.width, height: size.height),
                    .init(x: first.x, y: first.y, width: size.width, height: size.height), of: size)
            }
            let corners = [
                (footprint.west, footprint.north), (footprint.east, footprint.north),
                (footprint.west, footprint.south), (footprint.east, footprint.south),
            ].map { toPixels.coordinate(x: $0.0, y: $0.1) }
            let x = corners.map(\.x)
            let y = corners.map(\.y)
            let area = UnclampedRect(
                (x.min() ?? 0).rounded(.down) - 1, (y.min() ?? 0).rounded(.down) - 1,
                (x.max() ?? 0).rounded(.up) + 1, (y.max() ?? 0).rounded(.up) + 1)
            return Position(rect: area, warp: (georeference, mosaic))
        }
    }

    private static func isWhole(_ number: Double) -> Bool { abs(number - number.rounded()) < slack }

    /// A part of an image in a rectangle of the mosaic.
    private static func scaled(
        _ part: MosaicDescription.Rect, _ target: MosaicDescription.Rect, of size: (width: Double, height: Double)
    ) -> Position {
        let isFilled =
            part.x > -slack && part.y > -slack && part.x + part.width < size.width + slack
            && part.y + part.height < size.height + slack
        let isCopied =
            abs(part.width - target.width) < slack && abs(part.height - target.height) < slack && isWhole(part.x)
            && isWhole(part.y) && isWhole(target.x) && isWhole(target.y)
        if isCopied {
            let offset = UnclampedRect(part.x, part.y, part.x, part.y)
            let x = target.x.rounded()
            let y = target.y.rounded()
            return Position(
                rect: UnclampedRect(x, y, x + part.width.rounded(), y + part.height.rounded()),
                offset: PixelOffset(x: offset.left, y: offset.top), isFilled: true)
        }
        let step = (x: target.width / part.width, y: target.height / part.height)
        let image = Geotransform(
            origin: (target.x - part.x * step.x, target.y - part.y * step.y), column: (step.x, 0), row: (0, step.y))
        let identity = Geotransform(origin: (0, 0), column: (1, 0), row: (0, 1))
        // Pixels whose centers lie in the target.
        let area = UnclampedRect(
            (target.x - 0.5).rounded(.up), (target.y - 0.5).rounded(.up), (target.x + target.width - 0.5).rounded(.up),
            (target.y + target.height - 0.5).rounded(.up))
        return Position(
            rect: area,
            warp: (
                RasterGeoreference(crs: pixels, transform: image), RasterGeoreference(crs: pixels, transform: identity)
            ), isFilled: isFilled)
    }

    /// The size that contains all images; nil if that is too large.
    private static func extent(
        _ headers: [MemberHeader], _ footprints: [Int: RasterFootprint], _ toPixels: Geotransform?
    ) -> PixelSize? {
        var right = 1.0
        var bottom = 1.0
        for (index, header) in headers.enumerated() {
            switch header.member.placement {
            case .origin(let x, let y):
                right = max(right, x + Double(header.info.size.width))
                bottom = max(bottom, y + Double(header.info.size.height))
            case .scaled(_, let target):
                right = max(right, target.x + target.width)
                bottom = max(bottom, target.y + target.height)
            case .georeferenced:
                guard let footprint = footprints[index], let toPixels else { continue }
                let corner = toPixels.coordinate(x: footprint.east, y: footprint.south)
                right = max(right, corner.x)
                bottom = max(bottom, corner.y)
            }
        }
        let limits = 1...ImageInfo.longestSide
        func whole(_ number: Double) -> Int? {
            CheckedNumber.integer((number - slack).rounded(.up), in: limits)
        }
        guard let width = whole(right), let height = whole(bottom) else { return nil }
        return PixelSize(width: width, height: height)
    }
}

extension PlacedImage {
    fileprivate init(_ header: MemberHeader, _ rect: PixelRect, _ position: PlacementPlan.Position) {
        member = header.member
        info = header.info
        let hasOwnAlpha = header.channels.hasAlpha || !header.member.noData.isEmpty
        hasAlpha = position.warp != nil || hasOwnAlpha
        isSolid = !hasOwnAlpha && position.isFilled
        if let warp = position.warp {
            var mosaic = warp.mosaic
            mosaic.transform = mosaic.transform.beginning(atX: Double(rect.x), y: Double(rect.y))
            transfer = .warped(from: warp.image, to: mosaic)
            self.rect = rect
        } else {
            let first = (
                x: position.offset.x + rect.x - position.rect.left, y: position.offset.y + rect.y - position.rect.top
            )
            // No more than the image has.
            let left = max(0, -first.x)
            let top = max(0, -first.y)
            transfer = .copied(from: PixelOffset(x: first.x + left, y: first.y + top))
            self.rect = PixelRect(
                x: rect.x + left, y: rect.y + top,
                width: max(0, min(rect.size.width - left, header.info.size.width - first.x - left)),
                height: max(0, min(rect.size.height - top, header.info.size.height - first.y - top)))
        }
    }
}

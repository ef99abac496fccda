/// The data that a camera has recorded about a photograph (EXIF 2.32, CIPA DC-008).
///
/// Values that are missing, damaged or out of their range are nil.
public struct EXIFProperties: Hashable, Sendable {
    /// The maker and model of the camera, such as "NIKON Z 6".
    public var camera: String?
    /// The name of the lens.
    public var lens: String?
    /// The time at which the picture was taken, in the form "2026-11-25 13:05:00", in the camera's time zone.
    public var date: String?
    /// The exposure time in seconds.
    public var exposureTime: Double?
    /// The f-number.
    public var fNumber: Double?
    /// The sensitivity in ISO.
    public var sensitivity: Int?
    /// The focal length in millimeters.
    public var focalLength: Double?
    /// The position at which the picture was taken: degrees north and east.
    public var latitude, longitude: Double?
    /// A description of the picture.
    public var description: String?
    /// The name of the photographer.
    public var artist: String?
    /// The copyright notice.
    public var copyright: String?

    /// Reads a TIFF-structured block, with or without the prefix that it has in JPEG.
    ///
    /// Returns nil when the bytes are not EXIF data, or have none of these properties.
    public init?(_ block: [UInt8]) {
        let prefix = EXIFBlock.prefix
        let bytes = ImageBytes(block.starts(with: prefix) ? Array(block.dropFirst(prefix.count)) : block)
        guard let image = TIFFDirectory(page: 0, read: bytes.read) else { return nil }
        self.init(image)
    }

    /// Reads what an image file records: the tags of a page of a TIFF, or the EXIF block of another image; nil for none of these
    /// properties.
    ///
    /// - Parameters:
    ///   - input: the image.
    ///   - page: the number of the page, from 0.
    ///   - block: the EXIF block, which is not needed of a TIFF; nil if there is none.
    package init?(of input: ImageInput, page: Int, block: @autoclosure () -> [UInt8]?) {
        if let bytes = try? ImageBytes(input), TIFFHeader(bytes.read(at: 0, count: 16)) != nil {
            guard let directory = TIFFDirectory(page: page, read: bytes.read) else { return nil }
            self.init(directory)
        } else {
            guard let block = block() else { return nil }
            self.init(block)
        }
    }

    /// Reads a directory, such as that of a page of a TIFF; nil if it has none of these properties.
    package init?(_ image: TIFFDirectory) {
        let photograph = image.subdirectory(.exifDirectory)
        let position = image.subdirectory(.gpsDirectory)
        camera = Self.camera(make: image.label(.make), model: image.label(.model))
        description = image.label(.imageDescription)
        artist = image.label(.artist)
        copyright = image.label(.copyright)
        lens = photograph?.label(.lensModel)
        date = (photograph?.label(.dateTimeOriginal) ?? image.label(.dateTime)).flatMap(Self.date)
        exposureTime = photograph?.positive(.exposureTime)
        fNumber = photograph?.positive(.fNumber)
        sensitivity = photograph?.integer(.isoSpeed).flatMap { $0 > 0 ? $0 : nil }
        focalLength = photograph?.positive(.focalLength)
        if let position,
            let latitude = position.degrees(.gpsLatitude, reference: .gpsLatitudeReference, negative: "S", limit: 90),
            let longitude = position.degrees(
                .gpsLongitude, reference: .gpsLongitudeReference, negative: "W", limit: 180)
        {
            self.latitude = latitude
            self.longitude = longitude
        }
        guard self != EXIFProperties() else { return nil }
    }

    private init() {}

    /// The model with its maker, unless it begins with the maker's name itself.
    private static func camera(make: String?, model: String?) -> String? {
        guard let make, let model else { return model ?? make }
        let name = make.prefix { $0 != " " }
        return model.lowercased().hasPrefix(name.lowercased()) ? model : "\(make) \(model)"
    }

    /// Returns "2026-11-25 13:05:00" for "2026:11:25 13:05:00"; nil for anything else, as for a clock that was never set.
    private static func date(_ text: String) -> String? {
        let parts = text.split(separator: " ")
        let day = parts.first?.split(separator: ":") ?? []
        guard parts.count == 2, day.count == 3, day.allSatisfy({ $0.contains { $0 != "0" } }) else { return nil }
        return "\(day.joined(separator: "-")) \(parts[1])"
    }
}

extension TIFFDirectory {
    /// A text without white space around it; nil if there is none.
    fileprivate func label(_ tag: TIFFTag) -> String? {
        guard let text = try? text(tag) else { return nil }
        let isSpace = { (character: Character) in character.isWhitespace }
        let trimmed = text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return trimmed.isEmpty ? nil : String(trimmed)
    }

    /// The first value, if it is finite and positive.
    fileprivate func positive(_ tag: TIFFTag) -> Double? {
        values(tag).first.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// An angle in degrees from degrees, minutes and seconds.
    fileprivate func degrees(_ tag: TIFFTag, reference: TIFFTag, negative: String, limit: Double) -> Double? {
        let parts = values(tag)
        guard parts.count == 3, let sign = label(reference) else { return nil }
        let angle = parts[0] + parts[1] / 60 + parts[2] / 3600
        guard angle.isFinite, (0...limit).contains(angle) else { return nil }
        return sign == negative ? -angle : angle
    }
}

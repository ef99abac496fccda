public import ImageMetadata
internal import Numbers

extension EXIFProperties {
    /// The exposure as photographers write it, "1/250 s, f/2.8, ISO 400, 35 mm", without unknown parts; nil if all are unknown.
    public var exposureText: String? {
        let parts = [
            exposureTime.map(Self.exposureTimeText), fNumber.map { "f/\(Self.number($0))" },
            sensitivity.map { "ISO \($0)" }, focalLength.map { "\(Self.number($0)) mm" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Whether a camera has taken the picture, so that its density says nothing of the size of things.
    var isOfCamera: Bool {
        camera != nil || lens != nil || exposureTime != nil || fNumber != nil || focalLength != nil
    }

    /// An exposure time as photographers write it: "1/250 s", "2.5 s".
    static func exposureTimeText(_ seconds: Double) -> String {
        guard seconds < 0.4 else { return "\(number(seconds)) s" }
        let divisor = 1 / seconds
        return divisor < 1e6 ? "1/\(Int(divisor.rounded())) s" : "\(number(seconds)) s"
    }

    private static func number(_ value: Double) -> String { NumberText.significant(value, style: .display) }
}

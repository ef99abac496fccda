/// A gain map: an image that makes an HDR image of an SDR one (ISO 21496-1).
enum GainMap {
    /// The warning about one that is left out.
    static let warning = "its gain map for HDR displays is left out; the SDR image is shown."
}

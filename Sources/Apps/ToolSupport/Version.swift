/// The version of the package's tools.
public enum Version {
    /// By semantic versioning (https://semver.org).
    public static let number = "0.1.0"
}
